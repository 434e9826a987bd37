/** Whole games against the computer, to their ends, with the moves of somebody who takes the first legal point. */
import type { Page } from "@playwright/test";
import { anyPoint, begin, board, expect, movesMade, myTurn, put, TAKE, test, type Wanted, word } from "./helpers";

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

const GAMES: [game: string, wanted: Wanted, player: Player][] = [
    ["vacu", { size: 4 }, vacu],
    ["convacu", { size: 4, side: "White" }, pointOrPass],
    ["kaomi", { size: "5×5", swap: "On" }, legalPoint],
    ["squared", { size: 4, komi: 2 }, legalPoint],
    ["iago", {}, legalPoint],
    ["iago-free", { side: "White" }, legalPoint],
    ["vadus", { size: 3 }, pointOrPass],
];

async function playOn(page: Page, player: Player): Promise<void> {
    while (await myTurn(page)) await player(page, await movesMade(page).count());
}

for (const [game, wanted, player] of GAMES) {
    test(`a whole game of ${game} against the computer`, async ({ page }) => {
        await begin(page, game, { opponent: "The computer", level: 1, ...wanted });
        await playOn(page, player);
        // Who has won, by what and why; the count lies on the board; nothing more can be set.
        await expect(page.locator(".why")).not.toBeEmpty();
        await expect(page.getByRole("button", { name: "Show score" })).toHaveAttribute("aria-pressed", "true");
        await expect(board(page)).toHaveAttribute("aria-readonly", "true");
        await expect(page.getByRole("link", { name: "Review" })).toBeVisible();
    });
}
