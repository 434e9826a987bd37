/** The games, and somebody who plays them by taking the first legal point. */
import type { Page } from "@playwright/test";
import { anyPoint, movesMade, myTurn, put, TAKE, type Wanted, word } from "../helpers";

/** A person's next decision, when `made` moves have been made. */
type Player = (page: Page, made: number) => Promise<void>;

const legalPoint: Player = async (page) => put(page, (await anyPoint(page))!);
const pointOrPass: Player = async (page) => {
    const found = await anyPoint(page);
    await (found ? put(page, found) : word(page, "Pass"));
};
/** Stones first, then the button, then passes until the other side passes too. */
const vacu: Player = async (page, made) => {
    const free = page.getByRole("button", { name: TAKE });
    if (made < 8) return legalPoint(page, made);
    await word(page, (await free.isVisible()) ? TAKE : "Pass");
};

export const GAMES: [game: string, wanted: Wanted, player: Player][] = [
    ["vacu", { size: 4 }, vacu],
    ["convacu", { size: 4, side: "White" }, pointOrPass],
    ["kaomi", { size: "5×5", swap: "On" }, legalPoint],
    ["squared", { size: 4, komi: 2 }, legalPoint],
    ["iago", {}, legalPoint],
    ["iago-free", { side: "White" }, legalPoint],
    ["vadus", { size: 3 }, pointOrPass],
];

/** Play until the game is over. */
export async function playOn(page: Page, player: Player): Promise<void> {
    while (await myTurn(page)) await player(page, await movesMade(page).count());
}
