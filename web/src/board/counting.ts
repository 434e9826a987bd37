/** What the count of a view looks like on the board. */
import type { Group } from "../lib/types";
import type { Layout, Spot } from "./geometry";

/** The stone of a group that is nearest to its middle: there its number stands. */
export function middleOf(points: string[], layout: Pick<Layout, "at" | "index">): Spot {
    const spots = points.map((point) => layout.at[layout.index.get(point)!]!);
    const x = spots.reduce((sum, spot) => sum + spot.x, 0) / spots.length;
    const y = spots.reduce((sum, spot) => sum + spot.y, 0) / spots.length;
    const far = (spot: Spot): number => Math.hypot(spot.x - x, spot.y - y);
    return spots.reduce((best, spot) => (far(spot) < far(best) - 1e-6 ? spot : best));
}

/** Lines between neighbouring stones, as a path. */
export function bridgeOf(points: string[], layout: Pick<Layout, "at" | "index" | "neighbours">): string {
    const group = new Set(points.map((point) => layout.index.get(point)!));
    return [...group]
        .flatMap((from) => layout.neighbours[from]!.filter((to) => to > from && group.has(to)).map((to) => [from, to]))
        .map(([from, to]) => [layout.at[from!]!, layout.at[to!]!] as const)
        .map(([from, to]) => `M${from.x} ${from.y}L${to.x} ${to.y}`)
        .join("");
}

/** The same number for two groups that cancel each other, from 1; null for those that stay. */
export function pairNumbers(groups: Group[]): (number | null)[] {
    const numbers: (number | null)[] = groups.map(() => null);
    let pairs = 0;
    groups.forEach((group, order) => {
        if (typeof group.cancelledBy !== "number" || numbers[order] !== null) return;
        numbers[order] = numbers[group.cancelledBy] = ++pairs;
    });
    return numbers;
}

/** The number of a group: its value with a sign where parts are weighed, its square or its size elsewhere. */
export function worthOf({ connection, value, points }: Group): string {
    if (value === undefined) return String(points.length);
    if (!connection) return String(value);
    return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0";
}
