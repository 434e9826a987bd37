/** All that is drawn of a position; the twin of `fieldstone/server/views/position.py`. */
import type { Colour, Count, Effects, Legal, Outcome, ScoreStyle, View } from "../../lib/types";
import type { GameState } from "./gameState";
import { setups } from "../interface";
import { scoreLines } from "./parts";
import type { Duty } from "./teller";
import { signs } from "./wording";

/** The position that a game has come to. */
export function viewOf(current: GameState): View {
    const { game, position, teller, wording, rules } = current;
    const { data, moves } = game;
    const { state } = position;
    const setup = position.field("setup");
    const numbers = teller.scores(state);
    const texts = wording.scoreTexts(numbers);
    const outcome = outcomeOf(current, numbers);
    const open = outcome === null;
    const legal = open ? position.legal() : [];
    const duty = open ? dutyOf(current, legal) : null;
    const allowed = legalOf(current, legal);
    const symbols = teller.symbols(state);
    const button = moves.button ? current.common.holders[rules.kernels.memory.get(state, "button")]! : null;
    const known = "komi" in game.options && setup !== setups.NAMING_KOMI;
    return {
        gameText: game.text,
        game: data.name,
        options: game.options,
        position: current.text,
        line: current.line,
        ply: current.played.length,
        shape: data.shape,
        board: data.board,
        score: scoreOf(current),
        size: game.size,
        points: game.board.fromTheTop.map((point) => game.board.names[point]!),
        rows: game.board.rows(symbols),
        namedMoves: moves.named,
        brushes: [...data.symbols].filter((symbol) => symbol !== "."),
        details: moves.details,
        toMove: open ? current.colour : null,
        seat: open ? current.seatOf(current.colour) : null,
        seats: { B: current.seatOf("B"), W: current.seatOf("W") },
        colours: { 1: current.held(1), 2: current.held(2) },
        exchange: exchangeOf(current, allowed),
        setup: current.common.setups[setup]!,
        komi: known ? position.field("komi") : null,
        passes: position.field("passes"),
        button,
        stonesLeft: open ? teller.stonesLeft(state) : null,
        turnOpen: open && current.turnOpen,
        legal: allowed,
        offered: open ? offeredOf(current, allowed, button) : [],
        obliged: duty && duty.kind,
        duty: duty && current.sentences.say(duty.short, duty.details),
        effects: open ? effectsOf(current, legal) : {},
        scores: data.score.counts ? wording.scores(numbers) : { B: null, W: null },
        scoreText: { B: signs(texts.B), W: signs(texts.W) },
        scoreTells: !open || setup !== setups.PLAYING || teller.scoreTells(state),
        count: countOf(current, numbers),
        last: current.played.at(-1) ?? null,
        outcome,
    };
}

function outcomeOf(current: GameState, numbers: Record<"B" | "W", number[]>): Outcome | null {
    const { position, common, wording } = current;
    const over = position.field("over");
    if (!over) return null;
    const winner = common.colours[position.field("winner")] as Outcome["winner"];
    const seat = winner === null ? null : current.seatOf(winner);
    return wording.outcome(over, winner, seat, numbers, position.field("komi"), current.lastColour);
}

/** What the position is made of; nothing during the setup. */
function countOf(current: GameState, numbers: Record<Colour, number[]>): Count {
    const { game, position, teller, wording, sentences } = current;
    if (position.field("setup") !== setups.PLAYING) return { lines: [], decided: "" };
    const parts = teller.count(position.state);
    const { sums, facts } = teller.counted;
    const lines = scoreLines(game.data.score, sums, facts, numbers).map((line) => ({
        ...line,
        told: sentences.say(line.told),
    }));
    return { lines, decided: signs(wording.deciding(parts.groups ?? [], current.lastColour)), ...parts };
}

/** How the score of a game is told. */
function scoreOf({ game, sentences }: GameState): ScoreStyle {
    const { kind, unit, territory, legend, glyphs, expected, expectedTold } = game.data.score;
    return {
        kind,
        unit,
        territory,
        legend: sentences.say(legend),
        glyphs: glyphs.map(({ glyph, key }) => ({ glyph, text: sentences.say(key) })),
        expected,
        expectedTold: expectedTold && sentences.say(expectedTold, { black: "{black}", white: "{white}" }),
    };
}

/** What the side to move must do: what the rules ask of it, or the only move that is legal. */
function dutyOf({ common, rules, position, teller }: GameState, legal: readonly number[]): Duty | null {
    const duty = teller.duty(position.state);
    const only = legal.length === 1 ? rules.texts[legal[0]!]! : "";
    if (duty || !Object.hasOwn(common.onlyMove, only)) return duty;
    return { ...common.onlyMove[only]!, details: {} };
}

/** The legal moves in the order of their texts. */
function legalOf({ rules, position }: GameState, legal: readonly number[]): Legal {
    const naming = legal.length > 0 && position.naming;
    const named = (wanted: (action: number) => boolean) =>
        naming
            ? []
            : legal
                  .filter(wanted)
                  .map((action) => rules.texts[action]!)
                  .sort();
    const points = named((action) => action < rules.points);
    const namedMoves = named((action) => action >= rules.points);
    if (!naming) return { points, namedMoves, komi: null };
    const { memory } = rules.kernels;
    const step = memory.get(rules.place, "komi_step");
    return { points, namedMoves, komi: { low: 0, high: (memory.get(rules.place, "komi_count") - 1) * step, step } };
}

/** Whether colours may change hands now, by a choice of sides (S1) or a swap (K10). */
function exchangeOf(current: GameState, legal: Legal): View["exchange"] {
    if (!current.game.moves.details.some(({ name }) => name === "seats")) return "never";
    return !current.settled || legal.namedMoves.includes(current.common.swap) ? "now" : "not now";
}

/** The moves that stand beside the board: those that are legal, and a pass once the button is taken (V8). */
function offeredOf(current: GameState, legal: Legal, button: View["button"]): string[] {
    if (!current.settled) return [];
    const passes = button !== "-";
    return current.game.moves.named.filter(
        (word) => legal.namedMoves.includes(word) || (word === current.common.pass && passes),
    );
}

/** What each legal placement does, where that is more than to set a stone, in the order of their texts. */
function effectsOf({ game, rules, position, teller }: GameState, legal: readonly number[]): Record<string, Effects> {
    const found: Record<string, Effects> = {};
    if (!game.data.effects || position.field("setup") !== setups.PLAYING) return found;
    const { state } = position;
    for (const action of legal) {
        if (action >= rules.points) continue;
        const effects = teller.effects(state, position.look(action), action);
        const { placed, ...more } = effects;
        if (placed.length !== 1 || Object.values(more).some((points) => Object.keys(points).length > 0)) {
            found[rules.texts[action]!] = effects;
        }
    }
    return found;
}
