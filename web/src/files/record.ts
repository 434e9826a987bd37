/** From a game's tree as the server tells it to one that can be studied, and from there to a record. */
import { after } from "../lib/line";
import { mainLine, type Node, type Tree } from "../lib/tree";
import type { GameTree, View } from "../lib/types";

interface Move {
    move: string;
    after?: number;
    comment?: string;
    [unknown: string]: unknown;
}

/** A Fieldstone record ("The record" in docs/formats.md). */
export interface GameRecord {
    format: "fieldstone-record";
    version: 1;
    game: string;
    moves: Move[];
    [unknown: string]: unknown;
}

/** The tree of a game that begins at a line. */
export function treeOf(root: string, { comment, nodes }: GameTree): Tree {
    const found: Node[] = [{ line: root, parent: null, made: null, children: [], comment }];
    for (const { after: before, comment, ...made } of nodes) {
        const parent = found[before]!;
        const line = after(parent.line, made.move);
        parent.children.push(line);
        found.push({ line, parent: parent.line, made, children: [], comment });
    }
    return { root, nodes: Object.fromEntries(found.map((node) => [node.line, node])) };
}

/** The lines of a record's moves, in their order; the first one is that of the start. */
function linesOf(root: string, moves: readonly Move[]): string[] {
    const lines = [root];
    for (const [before, { after: parent = before, move }] of moves.entries())
        lines.push(after(lines[parent]!, move));
    return lines;
}

/** The lines of the main line of a record's moves. */
function mainOf(lines: readonly string[], moves: readonly Move[]): string {
    let end = 0;
    for (const [before, { after: parent = before }] of moves.entries()) if (parent === end) end = before + 1;
    return lines[end]!;
}

/**
 * A tree as a record. What `source`, the record that it comes from, says of the game and of moves that are still there
 * is kept; its result is one of its main line.
 */
export function recordOf(tree: Tree, view: View, source: GameRecord | null): GameRecord {
    const { root } = tree;
    const before = source?.moves ?? [];
    const lines = linesOf(root, before);
    const known = new Map(before.map((move, place) => [lines[place + 1]!, move]));
    const moves: Move[] = [];
    const waiting = tree.nodes[root]!.children.map((line) => ({ line, parent: 0 })).reverse();
    for (let next = waiting.pop(); next; next = waiting.pop()) {
        const { made, comment, children } = tree.nodes[next.line]!;
        const { comment: _, ...kept } = known.get(next.line) ?? {};
        moves.push({ ...kept, move: made!.move, after: next.parent, ...(comment ? { comment } : {}) });
        const parent = moves.length;
        waiting.push(...children.map((line) => ({ line, parent })).reverse());
    }
    const head: GameRecord = source
        ? { ...source }
        : {
              format: "fieldstone-record",
              version: 1,
              game: view.game,
              options: view.options,
              ...(root.includes(" ") ? { start: root } : {}),
              moves,
          };
    head.comment = tree.nodes[root]!.comment;
    if (source && mainLine(tree).at(-1)!.line !== mainOf(lines, before))
        for (const key of ["result", "finalHash", "ended"]) delete head[key];
    return { ...head, moves };
}
