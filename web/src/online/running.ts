/** One's own games with people that go on: about them the engine of this page is not asked. */
import { view } from "../lib/engine";
import { join, parts } from "../lib/positions/line";
import { problem } from "../lib/problems";
import { say } from "../lib/texts.svelte";
import type { Problem } from "../lib/types";
import { mayHaveGames } from "./offered";
import { ownTables } from "./own";

export interface Running {
    line: string;
    /** Where it stands, as text. */
    position: string;
}

/** For so many milliseconds it is not asked again how they stand: who walks through a tree asks often. */
const FRESH = 5000;
/** So many moves can be those of any game: what may follow them is not kept from the engine. */
const OPENING = 6;

/**
 * Whether a line is one of these games, or what may come in it next. The same moves in another order are the same game:
 * `positionOf` returns where a line stands.
 */
export async function isRunning(
    line: string,
    games: readonly Running[],
    positionOf: (line: string) => Promise<string>,
): Promise<boolean> {
    const { start, moves } = parts(line);
    for (const game of games) {
        if (start === game.position) return true;
        const played = parts(game.line);
        const count = played.moves.length;
        if (start !== played.start || !count || moves.length < count) continue;
        if (moves.length > count && count < OPENING) continue;
        const begun = moves.slice(0, count);
        const isSame = begun.every((move, ply) => move === played.moves[ply]);
        if (isSame || (await positionOf(join(start, begun))) === game.position) return true;
    }
    return false;
}

/** What stood where, as it was asked last. */
let lastSeen = { line: "", position: Promise.resolve("") };

/** Where a line stands; one cannot be reached that does not follow the rules. */
function positionOf(line: string): Promise<string> {
    if (line !== lastSeen.line)
        lastSeen = {
            line,
            position: view(line).then(
                ({ position }) => position,
                () => "",
            ),
        };
    return lastSeen.position;
}

let known: Running[] = [];
let askedAt = -Infinity;
let asking: Promise<Running[]> | undefined;

async function ask(): Promise<Running[]> {
    if (!(await mayHaveGames())) return [];
    const { tables } = await ownTables();
    const going = tables.filter(({ phase, moves }) => phase !== "over" && moves.length > 0);
    const shown = await Promise.all(going.map(({ start, moves }) => view(join(start, moves))));
    return shown.map(({ line, position }) => ({ line, position }));
}

/** Those that go on; where the server does not answer, those that are known. */
async function running(): Promise<Running[]> {
    if (performance.now() - askedAt < FRESH) return known;
    asking ??= ask().finally(() => (asking = undefined));
    try {
        known = await asking;
        askedAt = performance.now();
    } catch {
        // No move can be made there either, until it answers.
    }
    return known;
}

/** Why the engine does not look at a line; null: it may. */
export async function refusalOf(line: string): Promise<Problem | null> {
    return (await isRunning(line, await running(), positionOf)) ? problem(409, say("analysis.playing")).problem : null;
}
