/** Numbers of an analysis as people read them: winning chances, margins, how sure they are. */
import { numbers } from "../../engine/interface";
import type { Analysis } from "../../engine/messages";
import { percentText } from "../percent";
import { say } from "../texts.svelte";
import type { Colour, View } from "../types";

/** A chance from 0 to 1 as a whole percent. Only what is certain reads 0 or 100. */
export function percent(chance: number, certain = false): number {
    const whole = Math.round(chance * 100);
    return certain ? whole : Math.min(99, Math.max(1, whole));
}

/** The same in words: what is not certain and rounds to 0 or 100 is "<1%" or ">99%". */
export function chanceWord(chance: number, certain: boolean): string {
    const tenths = Math.round(1000 * chance);
    const sign = certain || (tenths >= 10 && tenths <= 990) ? "" : tenths < 10 ? "<" : ">";
    return sign + percentText(percent(chance, certain));
}

/** With a larger error a chance is told as from where to where, if it reaches below 0 or above 1: "0–41%". */
const WIDE = 0.1;

/** A chance in words with how far the truth may be from it, where that is known and reads as something. */
export function chanceWithin(chance: number, certain: boolean, error: number | null | undefined): string {
    if (certain || !error || error < 0.005) return chanceWord(chance, certain);
    const [low, high] = interval(chance, error);
    if (error < WIDE || (chance - error >= 0 && chance + error <= 1))
        return `${chanceWord(chance, false)} ± ${Math.round(100 * error)}`;
    return say("graph.range", { low: Math.round(100 * low), high: percentText(Math.round(100 * high)) });
}

/** A margin with its sign and always one decimal: "+3.5", "−12.0", "0.0". */
export function signed(margin: number): string {
    const rounded = Math.round(margin * 10) / 10;
    if (rounded === 0) return "0.0";
    return (rounded > 0 ? "+" : "−") + Math.abs(rounded).toFixed(1);
}

/** A margin with its sign in at most four characters, where there is little room: "+3.5", "−12", "+1k". */
export function brief(margin: number): string {
    const size = Math.abs(margin);
    if (size < 9.95) return signed(margin);
    const shown = size < 999.5 ? String(Math.round(size)) : `${Math.round(size / 1000)}k`;
    return (margin > 0 ? "+" : "−") + shown;
}

/**
 * The lead that may stand beside a chance, of the same player. A lead is the mean of what was looked into: where the
 * game is as good as settled for the other side, it tells of lines that nobody would play, and is not told.
 */
export function leadBeside(chance: number, lead: number | null): number | null {
    const against = (lead ?? 0) > 0 ? 1 - chance : (lead ?? 0) < 0 ? chance : 0;
    return against >= numbers.SETTLED ? null : lead;
}

/** A number of visits in at most four characters: "87", "2.4k", "31k", "1.2M". */
export function short(count: number): string {
    if (count < 1000) return String(count);
    const [unit, letter] = count < 999_500 ? [1000, "k"] : [1_000_000, "M"];
    const scaled = count / unit;
    return (scaled < 9.95 ? scaled.toFixed(1) : String(Math.round(scaled))) + letter;
}

/** How sure the number is, in three steps, from its stated error, whether it is proven, and whether it has come to rest. */
export type Sureness = "proven" | "sure" | "fair" | "rough";
export function sureness(error: number, proven: string | null, steady: boolean): Sureness {
    if (proven !== null) return "proven";
    if (error <= numbers.SURE && steady) return "sure";
    return error <= numbers.FAIR ? "fair" : "rough";
}

/** Whether an error of a chance, from 0 to 1, is so wide that the value within it says nothing. */
const WIDEST = 0.3;
export const saysNothing = (error: number): boolean => error > WIDEST;

/** What an analysis had found after some visits. */
export interface Stage {
    visits: number;
    best: string;
    winrate: number;
}
/**
 * Whether an analysis has come to rest: over the last half of its visits the best move has stayed the same and its
 * value has moved less than 3 percent points. What is stated as the error covers only a part of a drift.
 */
export function isSteady(stages: readonly Stage[]): boolean {
    const last = stages.at(-1);
    const start = last ? stages.findLastIndex((stage) => stage.visits <= last.visits / 2) : -1;
    if (!last || start < 0) return false;
    const half = stages.slice(start);
    const values = half.map((stage) => stage.winrate);
    return (
        half.every((stage) => stage.best === last.best) && Math.max(...values) - Math.min(...values) < numbers.AT_REST
    );
}

/** Whether colours may change hands now, so that chances have to be told by player instead. */
export const byPlayer = (view: View): boolean => view.exchange === "now";

/** The chance of the player who holds a colour now (in a setup: provisionally). */
export function chanceOf(colour: Colour, analysis: Analysis): number {
    const { currentPlayer, winrate } = analysis.rootInfo;
    return colour === currentPlayer ? winrate : 1 - winrate;
}

/** The chance of player 1. */
export const chanceOfFirst = (analysis: Analysis): number =>
    analysis.rootInfo.seat === 1 ? analysis.rootInfo.winrate : 1 - analysis.rootInfo.winrate;

/** From and to of the chance with its stated error, within which nine of ten lie; within 0 and 1. */
export function interval(chance: number, error: number): [low: number, high: number] {
    return [Math.max(0, chance - error), Math.min(1, chance + error)];
}

/** Margin of the player who chose a move, from an analysis of the position after it; null where there are no points. */
export function marginAfter(seat: 1 | 2, analysis: Analysis): number | null {
    const { scoreLead } = analysis.rootInfo;
    return scoreLead === null || analysis.rootInfo.seat === seat ? scoreLead : -scoreLead;
}

/** Chance of the player who chose a move, from an analysis of the position after it. */
export const chanceAfter = (seat: 1 | 2, analysis: Analysis): number =>
    analysis.rootInfo.seat === seat ? analysis.rootInfo.winrate : 1 - analysis.rootInfo.winrate;
