import { viewAfter } from "../lib/positions/positions";
import type { View } from "../lib/types";

/** The position after a turn, which may have two moves. */
export async function afterAll(view: View, moves: readonly string[]): Promise<View> {
    let now = view;
    for (const move of moves) now = await viewAfter(now.line, move);
    return now;
}
