/** From what the server says a move does, to what is drawn of it. */
import type { Effects } from "../lib/types";
import { type Layout, type Spot, STEP } from "./geometry";

export interface Arrow {
    key: string;
    line: string;
    head: string;
    wraps: boolean;
}

const round = (value: number): number => Math.round(value * 10) / 10;
const at = ({ x, y }: Spot): string => `${round(x)} ${round(y)}`;

/** An arrow between two spots; the head is an open angle at its end. */
function arrow(key: string, from: Spot, to: Spot, wraps: boolean): Arrow {
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
    const size = STEP * 0.17;
    const wing = (side: number): Spot => ({
        x: to.x - size * (ux - side * uy),
        y: to.y - size * (uy + side * ux),
    });
    return {
        key,
        line: `M${at(from)}L${at(to)}`,
        head: `M${at(wing(1))}L${at(to)}L${at(wing(-1))}`,
        wraps,
    };
}

const along = (spot: Spot, ux: number, uy: number, steps: number): Spot => ({
    x: spot.x + ux * steps * STEP,
    y: spot.y + uy * steps * STEP,
});

/** An arrow for each stone that moves; for one that goes over the edge two: up to the edge, and in from the other one. */
export function arrowsOf(pushed: Effects["pushed"], layout: Layout): Arrow[] {
    return pushed.flatMap(({ from, to, wraps }) => {
        const start = layout.at[layout.index.get(from)!]!;
        const end = layout.at[layout.index.get(to)!]!;
        const length = Math.hypot(end.x - start.x, end.y - start.y);
        const sign = wraps ? -1 : 1;
        const [ux, uy] = [(sign * (end.x - start.x)) / length, (sign * (end.y - start.y)) / length];
        if (!wraps) return [arrow(`${from}-${to}`, along(start, ux, uy, 0.12), along(end, ux, uy, -0.14), false)];
        return [
            arrow(`${from}-out`, along(start, ux, uy, 0.02), along(start, ux, uy, 0.46), true),
            arrow(`${to}-in`, along(end, ux, uy, -0.46), along(end, ux, uy, -0.02), true),
        ];
    });
}

/** An arrow that turns back round the origin, as a path: a stone that would move and stays. */
export function bounce(radius: number): string {
    const on = (angle: number, reach: number): Spot => ({
        x: Math.cos(angle) * reach,
        y: Math.sin(angle) * reach,
    });
    const [start, end] = [-2.4, 2];
    const wing = radius * 0.42;
    const head = [on(end - 0.62, radius + wing), on(end, radius), on(end - 0.62, radius - wing)];
    return `M${at(on(start, radius))}A${radius} ${radius} 0 1 1 ${at(on(end, radius))}M${head.map(at).join("L")}`;
}
