/** Variations that were made, kept in this browser: a tree for each game and for each position that was begun at. */
import { forget, recall, remember } from "../../lib/settings.svelte";
import { pack, type Tree, unpack } from "../../lib/positions/tree";

const PLACE = "fieldstone.tree";
/** The names under which trees are kept, the one that changed last first. */
const INDEX = "fieldstone.trees";
const MOST = 40;
/** A tree of more nodes is a file, not a note: about 100 KB. */
const LARGEST = 3000;

const placeOf = (name: string): string => `${PLACE} ${name}`;
const others = (name: string): string[] => recall<string[]>(INDEX, []).filter((one) => one !== name);

/** The tree that was kept under a name for this root; null if there is none that can be read. */
export function keptTree(name: string, root: string): Tree | null {
    const found = recall<ReturnType<typeof pack> | null>(placeOf(name), null);
    try {
        return found && unpack(root, found);
    } catch {
        return null; // kept by another version
    }
}

/** All that was written about the positions of a tree, a line each; nothing where none is kept. */
export function keptComments(name: string): string {
    const found = recall<ReturnType<typeof pack> | null>(placeOf(name), null);
    try {
        return found ? [found.comment, ...found.nodes.map((node) => node[5])].filter(Boolean).join("\n") : "";
    } catch {
        return ""; // kept by another version
    }
}

/** Keep a tree under a name; the trees that have not changed for longest go. */
export function keepTree(name: string, tree: Tree): void {
    if (Object.keys(tree.nodes).length > LARGEST) return;
    const names = [name, ...others(name)];
    names.splice(MOST).forEach((old) => forget(placeOf(old)));
    remember(INDEX, names);
    remember(placeOf(name), pack(tree));
}

export function forgetTree(name: string): void {
    forget(placeOf(name));
    remember(INDEX, others(name));
}
