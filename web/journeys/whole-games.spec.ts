/** Whole games against the computer, to their ends. */
import { begin, board, expect, test } from "./helpers";
import { GAMES, playOn } from "./players";

for (const [game, wanted, player] of GAMES) {
    test(`a whole game of ${game} against the computer`, async ({ page }) => {
        await begin(page, game, { opponent: "The computer", level: 1, ...wanted });
        await playOn(page, player);
        // Who has won, by what and why; the count lies on the board; nothing more can be set.
        await expect(page.locator(".why")).not.toBeEmpty();
        await expect(page.getByRole("button", { name: /^(Show score|What decides)$/ })).toHaveAttribute(
            "aria-pressed",
            "true",
        );
        await expect(board(page)).toHaveAttribute("aria-readonly", "true");
        await expect(page.getByRole("link", { name: "Review" })).toBeVisible();
    });
}
