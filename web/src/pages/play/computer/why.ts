/**
 * Why a move is hinted at: what it does by the rules, which positions before and after it tell, and what the search has
 * found of it. Nothing is judged here.
 */
import { leftOf } from "../../../board/counting";
import type { Analysis, MoveInfo } from "../../../engine/messages";
import { numbers } from "../../../engine/interface";
import { NO_EFFECTS, effectsInWords } from "../../../lib/announce";
import { percent, saysNothing } from "../../../lib/judging/chances";
import { percentText } from "../../../lib/percent";
import { colourName, moveText } from "../../../lib/positions/moves";
import { say, sayOr } from "../../../lib/texts.svelte";
import type { Effects, Group, View } from "../../../lib/types";
import type { Known } from "./known";

/** A chance below this is that of a game that is hardly to be won. */
const BEHIND = 0.1;

const effectsOf = (view: View, move: string): Effects => view.effects[move] ?? { ...NO_EFFECTS, placed: [move] };

/** What a move does, counted. Stones of the player's own that go are given up; one that stays is no reason (K5, K6). */
function does(view: View, move: string): string[] {
    const effects = effectsOf(view, move);
    const faces = view.rows.join("");
    const own = effects.removed.filter((point) => point === move || faces[view.points.indexOf(point)] === view.toMove);
    const removed = effects.removed.filter((point) => !own.includes(point));
    const given = own.length ? [say("game.hint.gives-up", { count: own.length })] : [];
    return [...effectsInWords({ ...effects, removed, returned: [] }, 0), ...given];
}

/** What a move joins: groups as they were, and the one that it makes of them. */
interface Joined {
    parts: readonly Group[];
    whole: Group;
}

/** Which groups of the player's a move makes one of; null where it joins none. One of which stones stay behind is torn. */
export function joined(view: View, move: string, after: View): Joined | null {
    const { groups: before } = view.count;
    const { groups: now } = after.count;
    if (!before || !now) return null;
    const pushed = new Map(effectsOf(view, move).pushed.map(({ from, to }) => [from, to]));
    const own = ({ colour }: Group): boolean => colour === view.toMove;
    const partsOf = ({ points }: Group): Group[] => {
        const there = new Set(points);
        return before.filter((one) => own(one) && one.points.every((point) => there.has(pushed.get(point) ?? point)));
    };
    const found = now
        .filter(own)
        .map((whole) => ({ parts: partsOf(whole), whole }))
        .sort((one, other) => sizeOf(other) - sizeOf(one))[0];
    return found && found.parts.length > 1 ? found : null;
}
const sizeOf = ({ parts, whole }: Joined): number => 1000 * parts.length + whole.points.length;

/** More groups are counted instead of named. */
const NAMED = 3;

/** A group by its stone that is closest to a point, as points are named. */
function nameOf({ points }: Group, point: string): string {
    const [letter, number] = [point.charCodeAt(0), Number(point.slice(1))];
    const far = (one: string): number => Math.abs(one.charCodeAt(0) - letter) + Math.abs(Number(one.slice(1)) - number);
    return moveText(points.reduce((best, one) => (far(one) < far(best) ? one : best)));
}

/** Which groups a move joins, in words. Where groups are worth less by what hangs on them, only to gain by it is a reason. */
function joining({ parts, whole }: Joined, move: string): string {
    const groups = parts.map((part) => nameOf(part, move)).join(say("game.comma"));
    const size = whole.points.length;
    const worth = whole.value;
    if (worth !== undefined && parts.some(({ connection }) => connection)) {
        if (parts.some(({ value }) => (value ?? 0) >= worth) || parts.length > NAMED) return "";
        return say("game.hint.joins.worth", { groups, worth: signed(worth) });
    }
    return parts.length > NAMED
        ? say("game.hint.joins", { count: parts.length, size })
        : say("game.hint.joins.named", { groups, size });
}

const signed = (value: number): string => String(value).replace("-", "−");

/** What the best group of a colour is worth (W5); -Infinity where it has none. */
const worthOf = (groups: readonly Group[]): number => Math.max(...groups.map(({ value }) => value ?? -Infinity));

/** How large the biggest group of a colour is; 0 where it has none. */
export const biggest = (groups: readonly Group[], colour: View["toMove"]): number =>
    Math.max(0, ...groups.filter((one) => one.colour === colour).map(({ points }) => points.length));

/**
 * How large the opponent's biggest group is that a move cancels with one of the player's (K8); 0: it cancels none, or
 * values are compared and not sizes (W6).
 */
function cancelled(view: View, after: View): number {
    if (view.score.unit === "value") return 0;
    const { groups: before } = view.count;
    const { groups: now } = after.count;
    const enemy = view.toMove === "B" ? "W" : "B";
    const size = before && now ? biggest(leftOf(before), enemy) : 0;
    const isThere = now?.some(({ colour, points }) => colour === enemy && points.length === size);
    return isThere && biggest(leftOf(now!), enemy) < size ? size : 0;
}

/** What a move does to the biggest groups, where these decide: the opponent's is cut, or the own one grows. */
function changes(view: View, after: View): string[] {
    if (view.score.kind !== "groups" || view.score.unit === "value") return [];
    const { groups: before } = view.count;
    const { groups: now } = after.count;
    if (!before || !now) return [];
    const [own, enemy] = view.toMove === "B" ? (["B", "W"] as const) : (["W", "B"] as const);
    const [from, to] = [biggest(before, enemy), biggest(now, enemy)];
    const size = biggest(now, own);
    return [
        to < from ? say("game.hint.cuts", { from, to }) : "",
        size > biggest(before, own) && size > 1 ? say("game.hint.grows", { size }) : "",
    ];
}

/** What the player's best group is worth before and after a turn, and whether it is a connection. */
interface Worth {
    from: number;
    to: number;
    connected: boolean;
    connects: boolean;
}

/** Where values are compared (W6). */
function worths(view: View, after: View): Worth | null {
    const [before, now] = [view.count.groups, after.count.groups];
    if (view.score.unit !== "value" || !before || !now) return null;
    const [were, are] = [before, now].map((groups) => groups.filter(({ colour }) => colour === view.toMove));
    const [from, to] = [worthOf(were!), worthOf(are!)];
    const isBy = (groups: readonly Group[], worth: number): boolean =>
        groups.some(({ value, connection }) => value === worth && (connection?.length ?? 0) > 0);
    return { from, to, connected: isBy(were!, from), connects: isBy(are!, to) };
}

/** That a turn makes the player's best group worth more by a connection. */
function raises(view: View, after: View): string[] {
    const worth = worths(view, after);
    return worth?.connects && worth.to > worth.from ? [say("game.hint.worth", { worth: signed(worth.to) })] : [];
}

/** That a move makes the player's best connection worth less, by a shorter one or by what hangs on it (W5); or "". */
export function lowers(view: View, after: View): string {
    const worth = worths(view, after);
    if (!worth?.connected || worth.to >= worth.from) return "";
    return say("game.hint.lowers", { from: signed(worth.from), to: signed(worth.to) });
}

/** What a move does to stones and groups, in a few words each. */
export function doing(view: View, move: string, after: View): string[] {
    const joins = joined(view, move, after);
    const groups = joins ? [joining(joins, move)] : changes(view, after);
    const size = cancelled(view, after);
    const cancels = size > 1 ? say("game.hint.cancels", { size }) : "";
    return [...does(view, move), ...groups, cancels].filter(Boolean);
}

/** A move, with the other stone of its turn where it makes none alone. */
function wholeTurn({ move, pv: [, second] }: MoveInfo, after: View | undefined): string {
    if (!after?.turnOpen || second === undefined) return moveText(move);
    return say("game.hint.two", { first: moveText(move), second: moveText(second) });
}

/** What speaks for a move, in a few words each; the strongest first. The fairest komi is the best one to set (S1). */
export function whyOf(info: MoveInfo, { view, after, turn, reply }: Known): string[] {
    if (view.setup === "komi") return [say("game.hint.fairest")];
    const found: string[] = [];
    if (info.proven === "win" && after.outcome) found.push(say("game.hint.wins"));
    else if (info.proven === "win") found.push(say("game.hint.wins-in", { count: (info.distance ?? 0) + 1 }));
    else if (info.proven === "draw") found.push(say("game.hint.draws"));
    if (view.legal.points.length + view.legal.namedMoves.length === 1) found.push(say("game.hint.only"));
    const done = doing(view, info.move, turn);
    found.push(...(done.length ? done : raises(view, turn)));
    if (after.obliged && after.toMove)
        found.push(sayOr(`game.hint.then.${after.obliged}`, "", { colour: colourName(after.toMove) }));
    const next = info.pv[2];
    if (reply && next !== undefined && takesAnew([view, ...reply.without], reply.view, next)) {
        const threat = does(reply.view, next).filter((one) => !pushes(one, reply.view, next));
        if (threat.length)
            found.push(
                say("game.hint.threatens", {
                    colour: colourName(view.toMove === "B" ? "W" : "B"),
                    reply: moveText(reply.move),
                    move: moveText(next),
                    what: threat.join(say("game.comma")),
                }),
            );
    }
    return found.filter(Boolean);
}

/** Whether a move takes or frees something later that no move takes or frees in other positions. */
function takesAnew(others: readonly View[], later: View, move: string): boolean {
    const taken = ({ removed, flipped, captured, released }: Effects): string[] =>
        [removed, flipped, captured, released].flat();
    const possible = new Set(others.flatMap(({ effects }) => Object.values(effects).flatMap(taken)));
    return taken(effectsOf(later, move)).some((point) => !possible.has(point));
}

/** To push is what every stone does there: it is no threat. */
export const pushes = (words: string, view: View, move: string): boolean =>
    words === effectsInWords({ ...NO_EFFECTS, pushed: effectsOf(view, move).pushed }, 0)[0];

/** Why the best move is still the best in a game that is lost, or nearly; "" in others. */
export function despite({ rootInfo }: Analysis): string {
    if (rootInfo.proven === "loss") return say("game.hint.lost");
    return rootInfo.proven === null && rootInfo.winrate < BEHIND ? say("game.hint.behind") : "";
}

/** Whether a move may be named beside the best one: it gives away no proven result, and less than a mistake does. */
export function isAsGood(best: MoveInfo, other: MoveInfo): boolean {
    if (best.proven !== null) return other.proven === best.proven;
    if (other.proven === "loss" || best.winrate === null || other.winrate === null) return false;
    return best.winrate - other.winrate < numbers.MISTAKE;
}

const shown = (winrate: number): string => percentText(percent(winrate));

/** Whether the next best move is about as good. */
function isAlike({ moveInfos: [best, next] }: Analysis): boolean {
    return (best?.winrate ?? 0) - (next?.winrate ?? 0) < numbers.AS_GOOD;
}

/** Whether so little is known that a number would read as if more were: it is told nowhere then. */
const isOpen = ({ rootInfo: { proven, winrateError } }: Analysis): boolean =>
    proven === null && saysNothing(winrateError);

/** How a move stands to the next best one: where nothing else can be said for it. */
function beside(analysis: Analysis): string[] {
    const [best, next] = analysis.moveInfos;
    if (isOpen(analysis)) return best ? [say("game.hint.open")] : [];
    if (!best || best.winrate === null || !next || next.winrate === null) return [];
    // Of a game that is lost it was said that this is the best move.
    if (isAlike(analysis)) return despite(analysis) ? [] : [say("game.hint.alike")];
    // The next best move keeps the side that a swap gives away: two estimates of one position, from either side.
    if (best.move === "swap") return [];
    const [chance, less] = [shown(best.winrate), shown(next.winrate)];
    return [say("game.hint.than", { chance, other: moveText(next.move), less })];
}

/** The win rate that the board shows, for all who do not see it; "" where it shows none. */
function chanceOf({ winrate, proven }: MoveInfo): string {
    return winrate === null || proven !== null ? "" : say("game.hint.chance", { chance: shown(winrate) });
}

/** A hint which side to take (S1). Both sides are those of one position: what one has the other has not. */
function sideText({ move, winrate }: MoveInfo): string {
    const [own, left] = move === "black" ? (["B", "W"] as const) : (["W", "B"] as const);
    const chance = percent(Math.max(0.5, winrate ?? 0.5));
    const texts = { chance: percentText(chance), less: percentText(100 - chance) };
    return say("game.hint.side", { colour: colourName(own), other: colourName(left), ...texts });
}

/** A hint in words: the move and its reasons, and which others come into question. */
export function hintText(analysis: Analysis, others: readonly string[], known: Known | null): string {
    const best = analysis.moveInfos[0];
    if (!best) return "";
    if (known?.view.setup === "side") return sideText(best);
    const own = known ? whyOf(best, known) : [];
    // To push is what every stone does there: alone it is no reason.
    const speaks = known && own.some((one) => !pushes(one, known.view, best.move));
    const compared = speaks || !known ? [] : beside(analysis);
    const why = compared.length ? compared : own;
    const told = compared.length > 0 && !isAlike(analysis);
    // What it was compared with has been named, and so has the other stone of its turn.
    const named = [told ? analysis.moveInfos[1]!.move : undefined, known?.after.turnOpen ? best.pv[1] : undefined];
    const more = others.filter((other) => !named.includes(other));
    const move = wholeTurn(best, known?.after);
    const sentences = [
        despite(analysis),
        why.length
            ? say("game.hint.best-why", { move, why: why.join(say("game.comma")) })
            : say("game.hint.best", { move }),
        more.length ? say("game.hint.others", { moves: more.map(moveText).join(say("game.comma")) }) : "",
        told || isOpen(analysis) ? "" : chanceOf(best),
    ];
    return sentences.filter(Boolean).reduce((first, second) => say("game.hint.join", { first, second }));
}
