/** What the count of a view looks like on the board, and what it says of groups. */
import { say } from "../lib/texts.svelte";
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

/** A path that, filled and drawn as wide as a stone, covers a group. */
export function bodyOf(points: string[], layout: Pick<Layout, "at" | "index" | "neighbours">): string {
    const [first] = points;
    if (first === undefined) return "";
    const { x, y } = layout.at[layout.index.get(first)!]!;
    return `M${x} ${y}h0` + bridgeOf(points, layout) + blocksOf(points, layout);
}

/** The ground that four stones of a square lie around, which the lines between them leave open, as a path. */
function blocksOf(points: string[], { at, index, neighbours }: Pick<Layout, "at" | "index" | "neighbours">): string {
    const group = new Set(points.map((point) => index.get(point)!));
    return [...group]
        .flatMap((from) => {
            const later = neighbours[from]!.filter((to) => to > from && group.has(to));
            return later.flatMap((right, order) =>
                later.slice(order + 1).flatMap((below) => {
                    const across = neighbours[right]!.find((to) => to > below && neighbours[below]!.includes(to));
                    return across !== undefined && group.has(across) ? [[from, right, across, below]] : [];
                }),
            );
        })
        .map((corners) => `M${corners.map((corner) => `${at[corner]!.x} ${at[corner]!.y}`).join("L")}Z`)
        .join("");
}

/** The place of the group that has a point; null where there is none. */
export function groupAt(groups: readonly Group[], point: string | null): number | null {
    const found = point === null ? -1 : groups.findIndex((group) => group.points.includes(point));
    return found < 0 ? null : found;
}

/** The groups that no other cancels (K8). */
export const leftOf = (groups: readonly Group[]): Group[] =>
    groups.filter(({ cancelledBy }) => typeof cancelledBy !== "number");

/** What a group is worth, why, and what becomes of it: "White: 5 stones, cancelled by an equal group". */
export function groupText(group: Group): string {
    const parts = [madeOf(group)];
    if (typeof group.cancelledBy === "number") parts.push(say("score.group.paired"));
    if (group.deciding) parts.push(say("score.group.deciding"));
    return say("score.group", {
        colour: say(group.colour === "B" ? "board.black" : "board.white"),
        what: parts.join(say("board.said.comma")),
    });
}

function madeOf(group: Group): string {
    const count = group.points.length;
    const worth = worthOf(group);
    if (group.connection?.length) {
        const joined = group.connection.length;
        return say("score.group.wall", { joined, surplus: group.surplus?.length ?? 0, worth });
    }
    if (group.connection) return say("score.group.loose", { count, worth });
    return group.value === undefined ? say("score.group.size", { count }) : say("score.group.square", { count, worth });
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
