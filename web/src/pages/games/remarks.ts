/** What a record says of its moves, kept where analyses keep theirs: so that the list finds the game by it at once. */
import { gameTree } from "../../lib/api";
import { treeOf } from "../../lib/files/record";
import { parts } from "../../lib/positions/line";
import type { StoredGame } from "../../lib/types";
import { keepTree } from "../study/kept";

/** Keep the comments of a game that has just been read. Without them it is found by all else that is said of it. */
export async function keepRemarks({ id, view }: Pick<StoredGame, "id" | "view">): Promise<void> {
    try {
        const tree = await gameTree(id);
        const said = tree.comment || tree.nodes.some(({ comment }) => comment);
        if (said) keepTree(`game ${id}`, treeOf(parts(view.line).start, tree));
    } catch {
        // The game is there: its comments are read again when its analysis is opened.
    }
}
