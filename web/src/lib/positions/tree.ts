/**
 * A tree of variations: plain data, and functions that return a changed copy. Each node is keyed by its line, so that
 * the same moves always lead to the same node. The first child of a node goes on with its main line.
 */
import { after } from "./line";
import type { Colour, Effects, Seat } from "../types";

/** A move as a tree keeps it. */
export interface Made {
    move: string;
    colour: Colour;
    seat: Seat;
    /** It settles who has which colour, and is made for none. */
    settles: boolean;
    /** The turn that it belongs to: both stones of a Vadus turn have the same. */
    turn: number;
    /** What it did; a tree that is kept does not keep it. */
    effects?: Effects;
}

export interface Node {
    line: string;
    parent: string | null;
    /** How it was reached; null at the root. */
    made: Made | null;
    /** Lines of the nodes one move further, the preferred one first. */
    children: string[];
    comment: string;
}

export interface Tree {
    root: string;
    nodes: Record<string, Node>;
}

const newNode = (line: string, parent: string | null, made: Made | null): Node => ({
    line,
    parent,
    made,
    children: [],
    comment: "",
});

export function plant(root: string): Tree {
    return { root, nodes: { [root]: newNode(root, null, null) } };
}

/** The node of a line. Throws a RangeError if the tree has none. */
export function nodeOf(tree: Tree, line: string): Node {
    const found = tree.nodes[line];
    if (!found) throw new RangeError(`There is no ${line} in the tree of ${tree.root}`);
    return found;
}

const changed = (tree: Tree, ...nodes: Node[]): Tree => ({
    root: tree.root,
    nodes: { ...tree.nodes, ...Object.fromEntries(nodes.map((node) => [node.line, node])) },
});

/**
 * Add a move after a line, as its last variation. A move that is there already stays where it is: only what is not
 * known of it is taken over.
 */
export function grow(tree: Tree, line: string, made: Made): { tree: Tree; line: string } {
    const parent = nodeOf(tree, line);
    const child = after(line, made.move);
    const there = tree.nodes[child];
    const knows = there?.made!.effects || !made.effects;
    if (there && knows && there.made!.settles === made.settles) return { tree, line: child };
    if (there) return { tree: changed(tree, { ...there, made }), line: child };
    const grown = { ...parent, children: [...parent.children, child] };
    return { tree: changed(tree, grown, newNode(child, line, made)), line: child };
}

/** Add moves one after the other; returns the line of the last one. */
export function growAll(tree: Tree, line: string, moves: readonly Made[]): { tree: Tree; line: string } {
    return moves.reduce((grown, made) => grow(grown.tree, grown.line, made), { tree, line });
}

/** Add what another tree of the same root has beside this one, with its comments. */
export function join(tree: Tree, other: Tree): Tree {
    return Object.values(other.nodes).reduce((joined, node) => {
        if (node.parent === null) return joined;
        const there = node.line in joined.nodes;
        const grown = grow(joined, node.parent, node.made!);
        return there ? grown.tree : comment(grown.tree, grown.line, node.comment);
    }, tree);
}

/** The nodes from the root to a line, both included. */
export function pathTo(tree: Tree, line: string): Node[] {
    const path: Node[] = [];
    for (let at: Node | null = nodeOf(tree, line); at; at = at.parent === null ? null : nodeOf(tree, at.parent))
        path.unshift(at);
    return path;
}

/** The nodes after a line as far as its preferred moves go. */
export function continuation(tree: Tree, line: string): Node[] {
    const found: Node[] = [];
    for (let next = nodeOf(tree, line).children[0]; next !== undefined; next = found.at(-1)!.children[0])
        found.push(nodeOf(tree, next));
    return found;
}

export const isMain = (tree: Tree, line: string): boolean =>
    pathTo(tree, line).every((node) => node.parent === null || nodeOf(tree, node.parent).children[0] === node.line);

/** One move back, or null at the root. */
export const previous = (tree: Tree, line: string): string | null => nodeOf(tree, line).parent;
/** One move on along the preferred line, or null at its end. */
export const next = (tree: Tree, line: string): string | null => nodeOf(tree, line).children[0] ?? null;
/** The last node of the line that goes on from here. */
export const endOf = (tree: Tree, line: string): string => continuation(tree, line).at(-1)?.line ?? line;

/** The variation beside this one, `step` places on, or null where there is none. */
export function sibling(tree: Tree, line: string, step: 1 | -1): string | null {
    const { parent } = nodeOf(tree, line);
    if (parent === null) return null;
    const all = nodeOf(tree, parent).children;
    return all[all.indexOf(line) + step] ?? null;
}

/** Make a variation the preferred one everywhere on its way: then it is the main line. */
export function promote(tree: Tree, line: string): Tree {
    const parents = pathTo(tree, line).slice(1);
    return changed(
        tree,
        ...parents.map((node) => {
            const parent = nodeOf(tree, node.parent!);
            return {
                ...parent,
                children: [node.line, ...parent.children.filter((one) => one !== node.line)],
            };
        }),
    );
}

/** Delete a node with all that follows it. The root stays: deleting it throws a RangeError. */
export function remove(tree: Tree, line: string): Tree {
    const { parent } = nodeOf(tree, line);
    if (parent === null) throw new RangeError("The root of a tree cannot be deleted");
    const gone = new Set<string>();
    const collect = (at: string): void => {
        gone.add(at);
        nodeOf(tree, at).children.forEach(collect);
    };
    collect(line);
    const kept = Object.entries(tree.nodes).filter(([key]) => !gone.has(key));
    const above = nodeOf(tree, parent);
    const cut = { ...above, children: above.children.filter((one) => one !== line) };
    return changed({ root: tree.root, nodes: Object.fromEntries(kept) }, cut);
}

export function comment(tree: Tree, line: string, text: string): Tree {
    return changed(tree, { ...nodeOf(tree, line), comment: text });
}

/** A tree as short data: its nodes, each after its parent and the first child first, without their lines. */
export type Packed = [
    parent: number,
    move: string,
    colour: Colour,
    seat: Seat,
    turn: number,
    comment?: string,
    settles?: true,
][];

export function pack(tree: Tree): { comment: string; nodes: Packed } {
    const nodes: Packed = [];
    const waiting: [line: string, parent: number][] = [[tree.root, 0]];
    for (let next = waiting.shift(); next; next = waiting.shift()) {
        const { made, comment, children } = nodeOf(tree, next[0]);
        if (made) {
            const { move, colour, seat, turn, settles } = made;
            nodes.push([next[1], move, colour, seat, turn, comment, ...(settles ? ([true] as const) : ([] as const))]);
        }
        // The root is 0, and the first of the list 1.
        waiting.push(...children.map((child): [string, number] => [child, nodes.length]));
    }
    return { comment: nodeOf(tree, tree.root).comment, nodes };
}

/** The tree of short data. Throws where they are none. */
export function unpack(root: string, { comment: first, nodes }: ReturnType<typeof pack>): Tree {
    const lines = [root];
    let tree = comment(plant(root), root, first);
    for (const [parent, move, colour, seat, turn, said, settles = false] of nodes) {
        const grown = grow(tree, lines[parent]!, { move, colour, seat, turn, settles });
        tree = said ? comment(grown.tree, grown.line, said) : grown.tree;
        lines.push(grown.line);
    }
    return tree;
}

/** One turn as the moves of a tree are listed: its nodes (two in Vadus) share a number and a colour. */
export interface ListedTurn {
    /** From 0 at the root of the tree's game. */
    number: number;
    /** null for a turn that settles who has which colour. */
    colour: Colour | null;
    seat: Seat;
    nodes: Node[];
    /** Lines that leave here instead of this turn's moves, each as turns of its own. */
    variations: ListedTurn[][];
}

/** The moves after a node as turns, with the variations that leave them: what a list of moves shows. */
export function turnsFrom(tree: Tree, line: string): ListedTurn[] {
    const first = nodeOf(tree, line).children[0];
    return first === undefined ? [] : listed(tree, first, true);
}

function listed(tree: Tree, first: string, withVariations: boolean): ListedTurn[] {
    const turns: ListedTurn[] = [];
    let main = withVariations;
    for (const node of [nodeOf(tree, first), ...continuation(tree, first)]) {
        const made = node.made!;
        const last = turns.at(-1);
        const others = main ? nodeOf(tree, node.parent!).children.slice(1) : [];
        const variations = others.map((other) => listed(tree, other, false));
        main = true; // the first move of a variation stands beside its siblings, which its parent lists
        if (last && last.number === made.turn) {
            last.nodes.push(node);
            last.variations.push(...variations);
        } else {
            turns.push({
                number: made.turn,
                colour: made.settles ? null : made.colour,
                seat: made.seat,
                nodes: [node],
                variations,
            });
        }
    }
    return turns;
}
