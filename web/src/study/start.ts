/** Games to begin with, as text. */
import { say } from "../lib/texts.svelte";
import type { GameFacts } from "../lib/types";

/** What a size is called: "9×9" on square boards, "Side of 7" on hexagonal ones. */
export const sizeText = ({ shape }: Pick<GameFacts, "shape">, size: number): string =>
    shape === "hexagon" ? say("new.size.hexagon", { size }) : `${size}×${size}`;

/** The usual sizes of a game, with the text of its start; one without a size where there is nothing to choose. */
export function sizesOf(game: GameFacts): { size: number | null; text: string }[] {
    if (!game.usualSizes.length) return [{ size: null, text: game.name }];
    return game.usualSizes.map((size) => ({ size, text: `${game.name}(size=${size})` }));
}
