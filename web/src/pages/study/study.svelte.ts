/** What is being studied: a tree of variations, the place in it, and the position there. */
import { reasonOf } from "../../lib/api";
import { after, parts } from "../../lib/positions/line";
import { movesOf, viewAfter, viewOf } from "../../lib/positions/positions";
import * as trees from "../../lib/positions/tree";
import type { PlayedMove, View } from "../../lib/types";
import { forgetTree, keepTree, keptTree } from "./kept";

export class Study {
    tree: trees.Tree = $state.raw(trees.plant(""));
    /** What belongs to the game that is studied, or came with the address: it is never forgotten. */
    #own: trees.Tree = $state.raw(trees.plant(""));
    /** The name under which variations are kept; null where none are. */
    #name: string | null = $state(null);
    /** The line of the node that is shown. */
    now = $state("");
    /** The position there; while a new one is fetched, still the old one. */
    view: View | null = $state.raw(null);
    /** Why what was wanted last could not be shown, for people. */
    problem: string | null = $state(null);
    /** How many moves were walked or played: what is announced changes with it. */
    #request = 0;
    /** The moves that are being played, one after the other, and the request that they belong to. */
    #playing: { request: number; done: Promise<void> } | null = null;

    readonly node = $derived(this.tree.nodes[this.now]);
    /** Whether there is anything beside what came with the game or the address. */
    readonly grown = $derived(
        Object.values(this.tree.nodes).some(
            ({ line, comment }) => (this.#own.nodes[line]?.comment ?? null) !== comment,
        ),
    );

    /** Whether what is shown came with the game or the address. */
    readonly given = $derived(this.now in this.#own.nodes);

    /** The moves of the turn that came last, in their order. */
    get lastTurn(): string[] {
        const moves: string[] = [];
        const turn = this.view?.last?.turn;
        for (let { node } = this; node?.made?.turn === turn && node?.made; node = this.tree.nodes[node.parent!])
            moves.unshift(node.made.move);
        return moves;
    }

    /** Show the end of a line. What the tree has already stays; a line from elsewhere begins a new tree. */
    async open(line: string): Promise<void> {
        const request = ++this.#request;
        try {
            const view = await viewOf(line);
            const moves = parts(view.line).moves.length ? await movesOf(view.line) : [];
            if (request === this.#request) this.#show(view, moves);
        } catch (error) {
            if (request === this.#request) this.problem = reasonOf(error);
        }
    }

    #show(view: View, moves: PlayedMove[]): void {
        const { start } = parts(view.line);
        if (this.tree.root !== start) {
            this.#name = start;
            this.#own = trees.growAll(trees.plant(start), start, moves).tree;
            this.tree = keptTree(start, start) ?? trees.plant(start);
        }
        const grown = trees.growAll(this.tree, start, moves);
        this.tree = grown.tree;
        this.now = grown.line;
        this.view = view;
        this.problem = null;
        void this.#learn();
    }

    /** Learn what the moves of kept variations did, which are kept without that. */
    async #learn(): Promise<void> {
        const { root, nodes } = this.tree;
        const known = new Map<string, PlayedMove[]>();
        for (const { line, made, children } of Object.values(nodes))
            if (made && !made.effects && !children.length) known.set(line, await movesOf(line).catch(() => []));
        if (this.tree.root !== root || !known.size) return;
        // What has been deleted meanwhile stays away.
        const left = [...known].filter(([line]) => line in this.tree.nodes);
        this.tree = left.reduce((tree, [, moves]) => trees.growAll(tree, root, moves).tree, this.tree);
    }

    /**
     * Begin with a game that was played, at its end or after some of its moves. Variations are kept under a name and
     * come back with it; without one they last as long as the page. `own` is the tree that the game brings with it.
     */
    async openGame(
        start: string,
        moves: readonly PlayedMove[],
        name: string | null = null,
        ply = moves.length,
        own = trees.growAll(trees.plant(start), start, moves).tree,
    ): Promise<void> {
        this.#name = name;
        this.#own = own;
        const kept = name === null ? null : keptTree(name, start);
        this.tree = kept ? trees.join(kept, own) : own;
        void this.#learn();
        await this.goTo(after(start, ...moves.slice(0, ply).map((played) => played.move)));
    }

    /** Keep the tree as it is now, if there is anything to keep. */
    keep(): void {
        if (this.#name !== null && this.grown) keepTree(this.#name, this.tree);
        else if (this.#name !== null) forgetTree(this.#name);
    }

    /** Forget all variations and comments, and go back to where they began. */
    async forget(): Promise<void> {
        let line = this.now;
        while (!this.#own.nodes[line]) line = trees.previous(this.tree, line)!;
        await this.goTo(line);
        this.tree = this.#own;
    }

    /** Forget all there is, also what came with the address, and go back to the empty beginning. */
    async clear(): Promise<void> {
        const { root } = this.tree;
        await this.goTo(root);
        this.#own = this.tree = trees.plant(root);
    }

    /** Walk to a node of the tree. */
    async goTo(line: string | null): Promise<void> {
        if (line === null || (line === this.now && this.view?.line === line)) return;
        const request = ++this.#request;
        this.now = line;
        try {
            const view = await viewOf(line);
            if (request !== this.#request) return;
            this.view = view;
            this.problem = null;
            const ahead = trees.next(this.tree, line);
            if (ahead !== null) void viewOf(ahead).catch(() => undefined); // the next step is there at once
        } catch (error) {
            if (request === this.#request) this.problem = reasonOf(error);
        }
    }

    /** Ask for what is shown again: its sentences are in the language that was chosen then. */
    async refresh(): Promise<void> {
        const line = this.now;
        if (!this.view) return;
        const view = await viewOf(line).catch(() => null); // it was there before: in the old language it stays
        if (view && line === this.now) this.view = view;
    }

    /**
     * Play a move from here: into the variation that has it, or as a new one. One that comes before the server has
     * answered the last is played after it; where that one is refused, so are those that wait for it.
     */
    async play(move: string): Promise<void> {
        const before = this.#playing?.request === this.#request ? this.#playing : null;
        const request = before?.request ?? ++this.#request;
        const done = this.#playAfter(before?.done, move, request);
        this.#playing = { request, done };
        await done;
    }

    async #playAfter(before: Promise<void> | undefined, move: string, request: number): Promise<void> {
        await before;
        if (request !== this.#request) return;
        const from = this.now;
        try {
            const view = await viewAfter(from, move);
            if (request !== this.#request || !view.last) return;
            const grown = trees.grow(this.tree, from, view.last);
            this.tree = grown.tree;
            this.now = grown.line;
            this.view = view;
            this.problem = null;
        } catch (error) {
            if (request !== this.#request) return;
            this.problem = reasonOf(error);
            this.#request++; // what was to come after it has nothing to come after
        }
    }

    /** Add moves after a line without going there (a line that the engine found, say), and go to the first of them. */
    async follow(line: string, moves: readonly string[]): Promise<void> {
        try {
            const made = await movesOf(after(line, ...moves));
            const { tree } = trees.growAll(this.tree, line, made.slice(-moves.length));
            this.tree = tree;
            await this.goTo(after(line, moves[0]!));
        } catch (error) {
            this.problem = reasonOf(error);
        }
    }

    previous = () => this.goTo(trees.previous(this.tree, this.now));
    next = () => this.goTo(trees.next(this.tree, this.now));
    first = () => this.goTo(this.tree.root);
    last = () => this.goTo(trees.endOf(this.tree, this.now));
    variation = (step: 1 | -1) => this.goTo(trees.sibling(this.tree, this.now, step));
    promote = () => (this.tree = trees.promote(this.tree, this.now));
    comment = (text: string) => (this.tree = trees.comment(this.tree, this.now, text));

    /** Delete the node that is shown with what follows it, and go back to the one before. */
    async remove(): Promise<void> {
        const gone = this.now;
        const before = trees.previous(this.tree, gone);
        if (before === null) return;
        await this.goTo(before);
        this.tree = trees.remove(this.tree, gone);
    }
}
