/** What the points of a board are called aloud. */
import { say } from "../lib/texts.svelte";
import { hasDiscs } from "../lib/positions/moves";
import type { View } from "../lib/types";
import type { Layout } from "./geometry";

const STONES = {
    B: "board.point.black",
    W: "board.point.white",
    b: "board.point.black-captive",
    w: "board.point.white-captive",
} as const;
const DISCS = { ...STONES, B: "board.point.black-disc", W: "board.point.white-disc" } as const;

/** The spoken name of each point: "e5, black stone", "e5, empty, legal"; the last move is named as such. */
export function pointNames(view: View, layout: Layout, interactive: boolean): string[] {
    const legal = new Set(view.legal.points);
    const names = hasDiscs(view) ? DISCS : STONES;
    const faces = view.rows.join("");
    return layout.points.map((point, place) => {
        const stone = names[faces[place] as keyof typeof STONES];
        const empty = !interactive ? "empty" : legal.has(point) ? "legal" : "illegal";
        const name = say(stone ?? `board.point.${empty}`, { point });
        return view.last?.move === point ? say("board.point.last", { name }) : name;
    });
}
