/** From a game's tree as the server tells it to one that can be studied, and from there to a record. */
import { after } from "../positions/line";
import type { Node, Tree } from "../positions/tree";
import type { Tree as GameTree, View } from "../types";

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
    for (const [before, { after: parent = before, move }] of moves.entries()) lines.push(after(lines[parent]!, move));
    return lines;
}

/** The lines of the main line of a record's moves. */
function mainOf(lines: readonly string[], moves: readonly Move[]): string[] {
    const main = [0];
    for (const [before, { after: parent = before }] of moves.entries())
        if (parent === main.at(-1)) main.push(before + 1);
    return main.map((place) => lines[place]!);
}

/**
 * A tree as a record. What `source`, the record that it comes from, says of the game and of moves that are still there
 * is kept. A result is one of the moves that were played: with one, these stay the main line, whichever variation is
 * shown first. It is left out where they cannot be, because the tree has lost some of them or goes on after the last:
 * a record ends where its main line does.
 */
export function recordOf(tree: Tree, view: View, source: GameRecord | null): GameRecord {
    const { root } = tree;
    const before = source?.moves ?? [];
    const lines = linesOf(root, before);
    const known = new Map(before.map((move, place) => [lines[place + 1]!, move]));
    const played = mainOf(lines, before);
    const first = new Set(source?.result ? played : []);
    const inOrder = (children: readonly string[]): string[] => [
        ...children.filter((line) => first.has(line)),
        ...children.filter((line) => !first.has(line)),
    ];
    const moves: Move[] = [];
    const waiting = inOrder(tree.nodes[root]!.children)
        .map((line) => ({ line, parent: 0 }))
        .reverse();
    for (let next = waiting.pop(); next; next = waiting.pop()) {
        const { made, comment, children } = tree.nodes[next.line]!;
        const { comment: _, ...kept } = known.get(next.line) ?? {};
        moves.push({ ...kept, move: made!.move, after: next.parent, ...(comment ? { comment } : {}) });
        const parent = moves.length;
        waiting.push(
            ...inOrder(children)
                .map((line) => ({ line, parent }))
                .reverse(),
        );
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
    const written = linesOf(root, moves);
    if (source && mainOf(written, moves).at(-1) !== played.at(-1))
        for (const key of ["result", "finalHash", "ended"]) delete head[key];
    return { ...head, moves };
}
