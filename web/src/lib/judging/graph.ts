/** Geometry of the graph over a game: what was found after each ply, as points of a drawing. */
import { leadBeside } from "./chances";

export interface Look {
    ply: number;
    /** Of player 1, 0 to 1. */
    chance: number;
    /** Of player 1; null where points decide nothing. */
    margin: number | null;
    /** The chance is proven, or the game is over. */
    certain?: boolean;
    /** How far the truth may be from the chance, where that is known. */
    error?: number | null;
}
export type By = "chance" | "points";

export interface Frame {
    width: number;
    height: number;
    /** Plies of the whole game, known before all of them have been looked at. */
    plies: number;
}
export interface Dot {
    ply: number;
    x: number;
    y: number;
    value: number;
    /** All that lies between it and the dot before it has been looked at: the curve goes on. */
    joined: boolean;
}

/** How far the axis of margins reaches each way: the largest one, rounded up to a number that reads well. */
export function reach(looks: readonly Look[]): number {
    const most = Math.max(1, ...looks.map((look) => Math.abs(leadBeside(look.chance, look.margin) ?? 0)));
    const power = 10 ** Math.floor(Math.log10(most));
    return [1, 1.5, 2, 3, 4, 5, 6, 8, 10].map((factor) => factor * power).find((step) => step >= most)!;
}

/** The height in the frame of a value: player 1's best at the top. */
export function heightOf(value: number, by: By, far: number, frame: Frame): number {
    const part = by === "chance" ? value : (value / far + 1) / 2;
    return (1 - Math.min(1, Math.max(0, part))) * frame.height;
}

export const across = (ply: number, frame: Frame): number =>
    frame.plies > 0 ? (ply / frame.plies) * frame.width : frame.width / 2;

/**
 * The dots of the curve by ply; by points, looks without a margin that may be told are passed over, but the curve is
 * broken at one that is settled for another side than the dots next to it tell.
 */
export function dots(looks: readonly Look[], by: By, frame: Frame): Dot[] {
    const far = reach(looks);
    const looked = new Map(looks.map((look) => [look.ply, look]));
    const found: Dot[] = [];
    for (const { ply, chance, margin } of [...looks].sort((a, b) => a.ply - b.ply)) {
        const value = by === "chance" ? chance : leadBeside(chance, margin);
        if (value === null) continue;
        const past = found.at(-1);
        const passes = (look: Look | undefined): boolean =>
            look !== undefined && past !== undefined && [value, past.value].every((one) => goesWith(look, one));
        let from = ply - 1;
        while (from !== past?.ply && passes(looked.get(from))) from -= 1;
        const joined = past !== undefined && from === past.ply;
        found.push({ ply, value, x: across(ply, frame), y: heightOf(value, by, far, frame), joined });
    }
    return found;
}

/** Whether a margin may stand beside the chance of a look. */
const goesWith = ({ chance }: Look, margin: number): boolean => leadBeside(chance, margin) !== null;

const at = ({ x, y }: Dot): string => `${x.toFixed(1)},${y.toFixed(1)}`;

/** The curve as the path of an SVG, broken where a ply has not been looked at. */
export function curve(found: readonly Dot[]): string {
    return found.map((dot) => (dot.joined ? "L" : "M") + at(dot)).join("");
}

/** Dots without a neighbour, which no curve joins, as the path of an SVG: lines of no length, round at their ends. */
export function alone(found: readonly Dot[]): string {
    return found
        .filter(({ joined }, index) => !joined && !found[index + 1]?.joined)
        .map((dot) => `M${at(dot)}h0`)
        .join("");
}

/** The area between the curve and the middle, run by run. */
export function area(found: readonly Dot[], frame: Frame): string {
    const middle = (frame.height / 2).toFixed(1);
    const runs: Dot[][] = [];
    for (const dot of found) {
        if (dot.joined) runs.at(-1)!.push(dot);
        else runs.push([dot]);
    }
    return runs
        .filter((run) => run.length > 1)
        .map(
            (run) =>
                `M${run[0]!.x.toFixed(1)},${middle}L${run.map(at).join("L")}L${run.at(-1)!.x.toFixed(1)},${middle}Z`,
        )
        .join("");
}

/** Where the chances may lie by their errors, run by run: as an area, where no points are shown. */
export function band(looks: readonly Look[], by: By, frame: Frame): string {
    if (by !== "chance") return "";
    const runs: Look[][] = [];
    for (const look of [...looks].sort((a, b) => a.ply - b.ply)) {
        if (runs.at(-1)?.at(-1)?.ply === look.ply - 1) runs.at(-1)!.push(look);
        else runs.push([look]);
    }
    const edge =
        (sign: number) =>
        (look: Look): string =>
            `${across(look.ply, frame).toFixed(1)},${heightOf(look.chance + sign * (look.error ?? 0), by, 1, frame).toFixed(1)}`;
    return runs
        .filter((run) => run.length > 1)
        .map((run) => `M${[...run.map(edge(1)), ...run.map(edge(-1)).reverse()].join("L")}Z`)
        .join("");
}

/** Which plies have their numbers on the axis: at most seven, and none at its ends. */
export function ticks(plies: number): number[] {
    const step = [5, 10, 20, 50, 100, 200, 500].find((one) => plies / one <= 7) ?? 1000;
    return Array.from({ length: Math.max(0, Math.ceil(plies / step) - 1) }, (_, index) => (index + 1) * step);
}

/** How many steps each of some marks stands aside, so that none covers one before it: in pixels, as the room is. */
export function stacked(places: readonly { x: number; y: number }[], room: number): number[] {
    const steps: number[] = [];
    places.forEach(({ x, y }) => {
        const near = steps.filter((_, other) => {
            const { x: left, y: top } = places[other]!;
            return Math.abs(x - left) < room && Math.abs(y - top) < room;
        });
        let step = 0;
        while (near.includes(step)) step += 1;
        steps.push(step);
    });
    return steps;
}

/** The ply nearest to a place across the frame. */
export function plyAt(x: number, frame: Frame): number {
    if (frame.plies <= 0) return 0;
    return Math.min(frame.plies, Math.max(0, Math.round((x / frame.width) * frame.plies)));
}
