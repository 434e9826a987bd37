/** What the board and the list of moves show of moves, as far as it occurs in a game. */
import { markedOf, type LegalPoints } from "../board/model";
import { givesUp } from "../lib/announce";
import { say } from "../lib/texts.svelte";
import type { Effects, PlayedMove, View } from "../lib/types";

export type MoveGlyph = "legal" | "waiting" | "pushed" | "left" | "wraps" | "returned" | "removed" | "turned";
interface Sign {
    glyph: MoveGlyph;
    text: string;
}
/** A sign of the list of moves, such as "→2". */
interface Listed {
    sign: string;
    text: string;
}

const GLYPHS: [MoveGlyph, (effects: Effects) => boolean][] = [
    ["pushed", ({ pushed }) => pushed.some(({ wraps }) => !wraps)],
    ["left", ({ pushed }) => pushed.length > 0],
    ["wraps", ({ pushed }) => pushed.some(({ wraps }) => wraps)],
    ["returned", ({ returned }) => returned.length > 0],
    ["removed", ({ removed }) => removed.length > 0],
    ["turned", ({ faces }) => Object.keys(faces).length > 0],
];

/** What moves are explained by: those that were played, and those that can be tried now. `when`: legal ones are marked. */
export function signsOf(view: View, moves: readonly PlayedMove[], when: LegalPoints = "never"): Sign[] {
    const known = [...moves.map(({ effects }) => effects), ...Object.values(view.effects)];
    if (view.last) known.push(view.last.effects);
    const glyphs: MoveGlyph[] = [
        ...(markedOf(view, when).length ? (["legal"] as const) : []),
        ...(view.turnOpen ? (["waiting"] as const) : []),
        ...GLYPHS.filter(([, occurs]) => known.some(occurs)).map(([glyph]) => glyph),
    ];
    return glyphs.map((glyph) => ({ glyph, text: say(`score.signs.${glyph}`) }));
}

/** The same of the list of moves: what stands there behind a move that did something. */
export function listedOf(moves: readonly PlayedMove[]): Listed[] {
    const occurs = (...kinds: ("removed" | "flipped" | "captured" | "released" | "pushed")[]): boolean =>
        moves.some(({ effects }) => kinds.some((kind) => effects[kind].length > 0));
    const count = 2;
    const listed = (what: string): string => say("score.signs.listed", { what });
    return [
        ...(moves.some(({ effects }) => givesUp(effects))
            ? [{ sign: `−${count}`, text: say("score.signs.given-up") }]
            : []),
        ...(occurs("removed", "flipped") ? [{ sign: `×${count}`, text: say("score.signs.taken") }] : []),
        ...(occurs("captured") ? [{ sign: `×${count}`, text: listed(say("board.did.captured", { count })) }] : []),
        ...(occurs("released") ? [{ sign: `+${count}`, text: listed(say("board.did.released", { count })) }] : []),
        ...(occurs("pushed") ? [{ sign: `→${count}`, text: listed(say("board.did.pushed", { count })) }] : []),
    ];
}
