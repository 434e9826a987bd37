/** A game that is set up in the kernels, with the position that lies on the table; the twin of `play/state.py`. */
import type { Colour, PlayedMove, Seat } from "../../lib/types";
import { answers, setups } from "../interface";
import type { Kernels } from "../kernels";
import type { ArrayRef } from "../memory";
import { moveText, type Game } from "./game";
import { Position, Rules, type Saved } from "../position";
import type { Sentences } from "./sentences";
import type { CommonData } from "../source";
import { COLOURS, nothing, Teller } from "./teller";
import { positionText, readRecord } from "./text";
import { Wording } from "./wording";
import { begin, lengthOf, stripped } from "./reading";

const LONGEST_TURN = 80;

/** A game as it stood: what `save` gives and `load` takes. */
export interface Snapshot {
    readonly saved: Saved;
    /** What its line begins with. */
    readonly begin: string;
    readonly moves: readonly PlayedMove[];
    /** The number of the turn that goes on. */
    readonly turn: number;
}

export class GameState {
    readonly rules: Rules;
    readonly position: Position;
    readonly teller: Teller;
    readonly wording: Wording;
    private readonly actions = new Map<string, number>();
    private readonly fresh: Uint8Array;
    private readonly standings: ArrayRef;
    private readonly noKeys: ArrayRef;
    private snapshot: Snapshot | null = null;
    private begin = "";
    private moves: PlayedMove[] = [];
    private turn = 0;

    constructor(
        kernels: Kernels,
        readonly common: CommonData,
        readonly game: Game,
        readonly sentences: Sentences,
    ) {
        this.rules = new Rules(kernels, game.data.name, game.numbers, (count) => game.texts(count));
        this.position = new Position(this.rules);
        this.teller = new Teller(common, game, this.rules, sentences);
        this.wording = new Wording(common, game, sentences);
        this.fresh = this.position.start;
        this.standings = kernels.memory.allocate("standings", { points: this.rules.points });
        this.noKeys = kernels.memory.allocate("keys", { keys: 2 });
        this.rules.texts.forEach((text, action) => this.actions.set(text, action));
    }

    // -- what lies on the table -------------------------------------------------------------------------------------

    /** Set up the start, or the position of a text without the game. Throws TextError. */
    setUp(parts: readonly string[]): void {
        const record = parts.length ? readRecord(this, parts) : this.fresh;
        this.position.restart(record);
        const usual = record.every((byte, place) => byte === this.fresh[place]);
        this.begin = usual ? this.game.text : positionText(this, this.position.state);
        [this.moves, this.turn, this.snapshot] = [[], 0, null];
    }

    /** What `load` brings back. */
    save(): Snapshot {
        const { begin, turn } = this;
        return (this.snapshot ??= { saved: this.position.save(), begin, moves: [...this.moves], turn });
    }

    load(snapshot: Snapshot): void {
        if (snapshot === this.snapshot) return;
        this.position.load(snapshot.saved);
        this.begin = snapshot.begin;
        [this.moves, this.turn, this.snapshot] = [[...snapshot.moves], snapshot.turn, snapshot];
    }

    /** The moves so far, with what each of them did. */
    get played(): readonly PlayedMove[] {
        return this.moves;
    }

    /** What identifies the position with its history. */
    get line(): string {
        const moves = this.moves.map(({ move }) => move).join(",");
        return `${this.begin} moves ${moves}`.trimEnd();
    }

    get text(): string {
        return positionText(this, this.position.state);
    }

    get colour(): Colour {
        return COLOURS[this.position.field("to_move") - 1]!;
    }

    /** The colour that moved last, where every turn is one move; White at the start. */
    get lastColour(): Colour {
        return this.colour === "B" ? "W" : "B";
    }

    /** The player who holds a colour now. */
    seatOf(colour: Colour): Seat {
        return (colour === "W") !== (this.position.field("exchanged") !== 0) ? 2 : 1;
    }

    /** Whether it is settled who has which colour (S1). */
    get settled(): boolean {
        return this.position.field("setup") === setups.PLAYING;
    }

    /** What a player holds; null until that is settled. */
    held(seat: Seat): Colour | null {
        if (!this.settled) return null;
        return this.seatOf("B") === seat ? "B" : "W";
    }

    get turnOpen(): boolean {
        return this.teller.turnOpen(this.position.state);
    }

    // -- moves ------------------------------------------------------------------------------------------------------

    /** The number of a move, by its text; null for what is no move of this game. */
    action(text: string): number | null {
        const known = moveText(text);
        return known === null ? null : (this.actions.get(known) ?? null);
    }

    /** Play a move or a whole turn; returns why it is illegal, and then nothing has changed. */
    play(text: string): string | null {
        const why = lengthOf(text) > LONGEST_TURN ? this.unknown(text) : this.whyNot(text);
        if (why !== null) return why;
        for (const part of text.split(",")) this.playOne(this.action(part)!);
        return null;
    }

    private playOne(action: number): void {
        const { position, teller } = this;
        const before = position.remember();
        const colour = this.colour;
        const seat = this.seatOf(colour);
        const [black, settled] = [this.seatOf("B"), this.settled];
        const answer = position.play(action);
        if (answer !== answers.PLAYED && answer !== answers.REPEATED) throw new Error(`move ${action} is refused`);
        const placed = action < this.rules.points;
        const effects = placed ? teller.effects(before, position.state, action) : nothing();
        const settles = !settled || black !== this.seatOf("B");
        const move = this.rules.texts[action]!;
        this.moves.push({ ply: this.moves.length, move, seat, colour, settles, turn: this.turn, effects });
        this.turn += this.turnOpen ? 0 : 1;
        this.snapshot = null;
        // Two positions may share a key.
        if (answer === answers.REPEATED && !this.repeats()) {
            this.rules.kernels.memory.set(position.state, "over", 0);
        }
    }

    /** V9: whether the position has stood on the table three times, comparing whole positions, not keys. */
    private repeats(): boolean {
        const { position, rules, standings, noKeys } = this;
        const { memory, entries } = rules.kernels;
        memory.bytes(position.remember()).set(position.start);
        const mark = memory.mark;
        try {
            const actions = memory.allocate("actions", { actions: position.history.length });
            memory.fill(actions, position.history);
            return entries.has_repeated!(rules.place, position.states, noKeys, actions, standings);
        } finally {
            memory.release(mark);
        }
    }

    /** Why a move or a turn cannot be played, in a sentence, or null if it can. */
    whyNot(text: string): string | null {
        const actions = text.split(",").map((part) => this.action(part));
        if (actions.includes(null)) return this.unknown(text);
        const [first, ...more] = actions as [number, ...number[]];
        if (more.length) return this.turnProblem([first, ...more]);
        return this.position.allows(first) ? null : this.reason(first);
    }

    /**
     * What is said of a text that is no move; of a komi that cannot be named, which can. Who asks for a swap where there
     * is komi instead is told so (S1 to S3).
     */
    private unknown(text: string): string {
        const { komi } = this.game.moves;
        const { texts } = this.rules;
        const given = begin(text, 40);
        if (komi && stripped(text).toLowerCase().startsWith("komi")) {
            const high = texts[texts.length - 1]!.replace("komi ", "");
            return this.sentences.say(komi.unknown, { text: given, high });
        }
        if (stripped(text).toLowerCase() === this.common.swap && "komi" in this.game.data.options)
            return this.sentences.say("illegal.no-swap", { text: stripped(text) });
        const { names } = this.game.board;
        const details = {
            text: given,
            first: names[0]!,
            last: names[names.length - 1]!,
            rule: this.game.data.turnRule,
        };
        return this.sentences.say("illegal.unknown", details);
    }

    private reason(action: number): string {
        const over = this.position.field("over");
        if (!over) return this.teller.reason(this.position.state, action);
        return this.sentences.say("illegal.over", { rule: this.game.data.endings[over - 1]!.rule! });
    }

    /** Why several moves are no turn here; the position is left as it is. */
    private turnProblem(actions: readonly number[]): string | null {
        const { position, teller, rules } = this;
        const saved = position.save();
        try {
            for (const [place, action] of actions.entries()) {
                if (!position.allows(action)) return this.reason(action);
                position.play(action);
                if (this.turnOpen !== place < actions.length - 1) {
                    position.load(saved);
                    const moves = actions.map((one) => rules.texts[one]!).join(", ");
                    return teller.turnReason(position.state, moves);
                }
            }
            return null;
        } finally {
            position.load(saved);
        }
    }
}
