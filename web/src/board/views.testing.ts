/** Views that Python wrote, for the tests of the board. */
import iago from "../fixtures/views-iago.json";
import kaomi from "../fixtures/views-kaomi.json";
import setup from "../fixtures/views-setup.json";
import vacu from "../fixtures/views-vacu.json";
import vadus from "../fixtures/views-vadus.json";
import type { Effects, View } from "../lib/types";

type Views<State extends string> = Record<State, View>;

const as = <State extends string>(views: Record<State, unknown>): Views<State> => views as Views<State>;
export const views = {
    iago: as(iago),
    kaomi: as(kaomi),
    setup: as(setup),
    vacu: as(vacu),
    vadus: as(vadus),
};

export const NOTHING: Effects = {
    placed: [],
    removed: [],
    flipped: [],
    captured: [],
    released: [],
    pushed: [],
    returned: [],
    faces: {},
};

/** The view after a stone on an empty point that does nothing else. */
export function afterPlacing(view: View, point: string): View {
    const place = view.points.indexOf(point);
    const faces = view.rows.join("");
    const cells = faces.slice(0, place) + view.toMove! + faces.slice(place + 1);
    let first = 0;
    return {
        ...view,
        ply: view.ply + 1,
        rows: view.rows.map((row) => cells.slice(first, (first += row.length))),
        toMove: view.toMove === "B" ? "W" : "B",
        effects: {},
        last: {
            ply: view.ply,
            move: point,
            seat: view.seat!,
            colour: view.toMove!,
            settles: false,
            turn: view.ply,
            effects: { ...NOTHING, placed: [point] },
        },
    };
}

/** Names of a square board by rows, from the top down. */
export function squareNames(size: number): string[] {
    return Array.from({ length: size }, (_, row) =>
        Array.from({ length: size }, (_, column) => `${String.fromCharCode(97 + column)}${size - row}`),
    ).flat();
}

/** Names of a hexagonal board by rows, from the top down. */
export function hexagonNames(size: number): string[] {
    return Array.from({ length: 2 * size - 1 }, (_, row) =>
        Array.from(
            { length: 2 * size - 1 - Math.abs(row - size + 1) },
            (_, place) => `${String.fromCharCode(97 + 2 * size - 2 - row)}${place + 1}`,
        ),
    ).flat();
}
