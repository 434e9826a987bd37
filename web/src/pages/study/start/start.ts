/** Games to begin with, as text. */
import { say } from "../../../lib/texts.svelte";
import type { GameFacts, View } from "../../../lib/types";

/** What a size is called: "9×9" on square boards, "Side of 7" on hexagonal ones. */
export const sizeText = ({ shape }: Pick<GameFacts, "shape">, size: number): string =>
    shape === "hexagon" ? say("new.size.hexagon", { size }) : `${size}×${size}`;

/** The usual sizes of a game, with the text of its start; one without a size where there is nothing to choose. */
export function sizesOf(game: GameFacts): { size: number | null; text: string }[] {
    if (!game.usualSizes.length) return [{ size: null, text: game.name }];
    return game.usualSizes.map((size) => ({ size, text: `${game.name}(size=${size})` }));
}

/** A game by its text in a few words: its name, its size where there are several, its komi where there is one. */
export function kindOf(games: GameFacts[], gameText: string, shape: View["shape"], komi: number | null = null): string {
    const [, name = gameText, listed = ""] = /^([\w-]+)\((.*)\)$/.exec(gameText) ?? [];
    const options = Object.fromEntries(listed.split(",").map((one) => one.split("=")));
    const parts = [games.find((game) => game.name === name)?.title ?? name];
    if (options.size) parts.push(sizeText({ shape }, Number(options.size)));
    const points = komi ?? (options.setup === "auction" ? null : Number(options.komi ?? 0));
    if (points) parts.push(say("game.komi", { komi: points }));
    else if (points === null) parts.push(say("analysis.komi.auction"));
    return parts.join("\u00a0· ");
}
