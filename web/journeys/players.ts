/** The games, and somebody who plays them by taking the first legal point. */
import { expect, type Page } from "@playwright/test";
import { anyPoint, movesMade, myTurn, PASS, point, put, TAKE, type Wanted, word } from "./helpers";

/** How a decision is made: a point is chosen, or the button of another move is pressed. */
interface Hand {
    put(page: Page, name: string): Promise<void>;
    word(page: Page, name: string | RegExp): Promise<void>;
}

export const mouse: Hand = {
    put,
    async word(page, name) {
        await word(page, name);
        await page.waitForTimeout(550); // no hand is faster: of two quick clicks at one spot the second is none
    },
};

/** A touch on a point shows what a move does, a second one makes it; that on a word is confirmed by a button. */
export const finger: Hand = {
    async put(page, name) {
        const before = await movesMade(page).count();
        await point(page, name).tap();
        await point(page, name).tap();
        await expect(movesMade(page).nth(before)).toBeVisible();
    },
    async word(page, name) {
        const before = await movesMade(page).count();
        await page.getByRole("button", { name, exact: typeof name === "string" }).tap();
        await page.getByRole("alertdialog").locator(".yes").tap();
        await expect(movesMade(page).nth(before)).toBeVisible();
        await page.waitForTimeout(400); // no finger is faster: of two quick taps on words the second is none
    },
};

/** A person's next decision, when `made` moves have been made. */
type Player = (page: Page, made: number, hand: Hand) => Promise<void>;

const legalPoint: Player = async (page, _, hand) => hand.put(page, (await anyPoint(page))!);
const pointOrPass: Player = async (page, _, hand) => {
    const found = await anyPoint(page);
    await (found ? hand.put(page, found) : hand.word(page, PASS));
};
/** Stones first, then the button, then passes until the other side passes too. */
const vacu: Player = async (page, made, hand) => {
    const free = page.getByRole("button", { name: TAKE });
    if (made < 8) return legalPoint(page, made, hand);
    await hand.word(page, (await free.isVisible()) ? TAKE : PASS);
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
export async function playOn(page: Page, player: Player, hand = mouse): Promise<void> {
    while (await myTurn(page)) await player(page, await movesMade(page).count(), hand);
}
