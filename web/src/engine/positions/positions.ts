/** Positions as the page draws them, from the kernels in this thread: what the server says under `/api/positions`. */
import type { PlayedMove, Problem, View } from "../../lib/types";
import { GameState, type Snapshot } from "./gameState";
import { readGame, type Game } from "./game";
import { Kernels } from "../kernels";
import { Position, Rules } from "../position";
import { Sentences, TextError } from "./sentences";
import type { GamesFile, Source } from "../source";
import { viewOf } from "./view";
import { begin, lengthOf, movesIn, tokensOf } from "./reading";

/** Games with other options that lie set up in a module's memory. */
const MOST_DESKS = 8;
/** Positions that need not be played again. */
const MOST_KEPT = 200;
/** Positions for searches that stay at a time. */
const MOST_HELD = 8;
/** Moves that each of them has room for: more than a line that the server reads. */
const MOVES_HELD = 8192;
const TYPE = "urn:fieldstone:problem:";
const STATUS = 422;

/** What cannot be answered, and why. */
export class Refusal extends Error {
    constructor(readonly problem: Problem) {
        super(problem.detail);
        this.name = "Refusal";
    }
}

/** A module that runs: once to tell of positions, once more, with a memory of its own, for searches. */
interface Running {
    readonly states: Map<string, GameState>;
    readonly telling: Kernels;
    readonly bottom: number;
    readonly searching: Kernels;
    readonly searchBottom: number;
    held: { game: string; positions: Position[]; next: number } | null;
}

/** A line, read but not played. */
interface Asked {
    game: Game;
    /** The position that it begins with, without the game; none where it is the start. */
    parts: string[];
    moves: string[];
}

export class Positions {
    private readonly running = new Map<string, Running>();
    private readonly starting = new Map<string, Promise<void>>();
    private readonly games = new Map<string, Game>();
    private readonly snapshots = new Map<string, Snapshot>();

    private constructor(
        private readonly source: Source,
        private readonly data: GamesFile,
        private readonly sentences: Sentences,
        private readonly language: string,
    ) {}

    /** Read what there is to know of the games; the sentences are in this language. */
    static async load(source: Source, language: string): Promise<Positions> {
        const [data, sentences] = await Promise.all([source.games(), source.sentences(language)]);
        return new Positions(source, data, new Sentences(sentences), language);
    }

    /** Start the module of the game that a line names, if it is not running yet. Throws Refusal. */
    async ready(line: string): Promise<void> {
        const { family } = this.read(line).game.data;
        let starting = this.starting.get(family);
        if (!starting) {
            starting = this.start(family);
            this.starting.set(family, starting);
            starting.catch(() => this.starting.delete(family));
        }
        await starting;
    }

    private async start(family: string): Promise<void> {
        const module = await this.source.module(family, this.language);
        const [telling, searching] = [await Kernels.start(module), await Kernels.start(module)];
        const [bottom, searchBottom] = [telling.memory.mark, searching.memory.mark];
        this.running.set(family, { states: new Map(), telling, bottom, searching, searchBottom, held: null });
    }

    /** The game that a line names. Throws Refusal. */
    gameOf(line: string): Game {
        return this.read(line).game;
    }

    /** The last position of a line. Throws Refusal. */
    view(line: string): View {
        return viewOf(this.go(line));
    }

    /** The position after a move, or a whole turn, from the last position of a line. Throws Refusal. */
    viewAfter(line: string, move: string): View {
        const current = this.go(line);
        const why = current.play(move);
        if (why !== null) throw this.refusal("illegal-move", why);
        this.remember(current);
        return viewOf(current);
    }

    /** The moves of a line with what each of them did. Throws Refusal. */
    movesOf(line: string): PlayedMove[] {
        return [...this.go(line).played];
    }

    /** Why a move or a whole turn is illegal in the last position of a line; null if it is legal. Throws Refusal. */
    whyNot(line: string, move: string): string | null {
        return this.go(line).whyNot(move);
    }

    /**
     * The position of a line as the kernels hold it, for searches, which may take the memory above it. The last eight
     * stay, as long as all are of one game with the same options: for another all memory is given back. Throws Refusal.
     */
    position(line: string): Position {
        const current = this.go(line);
        const running = this.running.get(current.game.data.family)!;
        if (running.held?.game !== current.game.text) {
            running.searching.memory.release(running.searchBottom);
            const rules = new Rules(
                running.searching,
                current.game.data.name,
                current.game.numbers,
                current.rules.texts,
            );
            const positions = Array.from({ length: MOST_HELD }, () => new Position(rules, MOVES_HELD));
            running.held = { game: current.game.text, positions, next: 0 };
        }
        const { held } = running;
        const position = held.positions[held.next]!;
        held.next = (held.next + 1) % MOST_HELD;
        position.load(current.save().saved);
        return position;
    }

    // -- lines ------------------------------------------------------------------------------------------------------

    /** Set up the last position of a line. */
    private go(line: string): GameState {
        const { game, parts, moves } = this.read(line);
        const current = this.stateOf(game);
        const place = [game.text, ...parts].join(" ");
        const keyOf = (count: number) => `${place} moves ${moves.slice(0, count).join(",")}`;
        let done = moves.length;
        let snapshot = this.snapshots.get(keyOf(done));
        if (!snapshot && done > 0) snapshot = this.snapshots.get(keyOf((done -= 1)));
        if (snapshot) current.load(snapshot);
        else {
            done = 0;
            this.told(() => current.setUp(parts));
        }
        for (const [place, move] of moves.slice(done).entries()) {
            const why = current.play(move);
            if (why === null) continue;
            const details = { number: done + place + 1, move: begin(move, 40), reason: why };
            throw this.refusal("illegal-move", this.sentences.say("problem.in-list", details));
        }
        this.keep(keyOf(moves.length), current);
        return current;
    }

    /** Remember a position by its own line, by which it will be asked for. */
    private remember(current: GameState): void {
        this.keep(current.line, current);
    }

    private keep(key: string, current: GameState): void {
        const snapshot = current.save();
        this.snapshots.delete(key);
        this.snapshots.set(key, snapshot);
        if (this.snapshots.size > MOST_KEPT) this.snapshots.delete(this.snapshots.keys().next().value!);
    }

    private read(line: string): Asked {
        const [before, ...after] = ` ${tokensOf(line).join(" ")} `.split(" moves ");
        const moves = movesIn(after.join(" moves "));
        const [name, ...parts] = tokensOf(before!);
        return this.told(() => {
            const { longest } = this.data.common;
            if (before!.length > longest && lengthOf(before!) > longest) {
                const details = { limit: longest, length: lengthOf(before!) };
                throw new TextError(this.sentences.say("position.too-long", details));
            }
            if (name === undefined) throw new TextError(this.sentences.say("position.empty"));
            let game = this.games.get(name);
            if (!game) {
                game = readGame(this.data, name, this.sentences);
                if (this.games.size >= MOST_KEPT) this.games.clear();
                this.games.set(name, game);
            }
            return { game, parts, moves };
        });
    }

    private stateOf(game: Game): GameState {
        const running = this.running.get(game.data.family);
        if (!running) throw new Error(`${game.text} is not ready: its module has not been started`);
        const { states, telling, bottom } = running;
        let current = states.get(game.text);
        if (!current) {
            if (states.size >= MOST_DESKS) {
                states.clear();
                telling.memory.release(bottom);
            }
            current = new GameState(telling, this.data.common, game, this.sentences);
            states.set(game.text, current);
        }
        return current;
    }

    // -- what goes wrong --------------------------------------------------------------------------------------------

    /** Do what may find that a text cannot be used. */
    private told<T>(work: () => T): T {
        try {
            return work();
        } catch (error) {
            if (!(error instanceof TextError)) throw error;
            throw this.refusal("position", this.sentences.say("problem.position", { problem: error.message }));
        }
    }

    private refusal(name: string, detail: string): Refusal {
        const title = this.sentences.say(`problem.title-${STATUS}`);
        return new Refusal({ type: `${TYPE}${name}`, title, status: STATUS, detail });
    }
}
