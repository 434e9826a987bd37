/** The motions of stones, by the Web Animations API: they run beside everything else and block nothing. */
import type { Change } from "./changes";
import { type Layout, type Spot, STEP } from "./geometry";

const QUICK = { duration: 160, easing: "ease-out" } as const;

/** How much larger a stone looks that is held above the board, as one is until the server has answered. */
export const RAISED = 1.1;

/** A stone that is on the board no more and is still drawn while it goes. */
export interface Leaving {
    face: string;
    at: Spot;
    start: (node: Element) => Animation;
}

const shift = ({ x, y }: Spot): string => `translate(${x}px, ${y}px)`;

/** One step in the direction in which a stone moved; over the edge it is the opposite of where it arrived. */
function stepOf(from: Spot, to: Spot, wraps: boolean): Spot {
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const scale = ((wraps ? -1 : 1) * STEP) / length;
    return { x: (to.x - from.x) * scale, y: (to.y - from.y) * scale };
}

/** Start what shows a change at its stone; also returns the stone that leaves, if one does. */
export function animateChange(change: Change, layout: Layout, stone: Element | null): [Animation[], Leaving | null] {
    const at = layout.at[layout.index.get(change.point)!]!;
    switch (change.kind) {
        case "set":
            return [
                stone ? [stone.animate([{ transform: `scale(${RAISED})` }, { transform: "none" }], QUICK)] : [],
                null,
            ];
        case "lift":
            return [
                [],
                {
                    face: change.face,
                    at,
                    start: (node) =>
                        node.animate([{ opacity: 1 }, { transform: "scale(1.2)", opacity: 0 }], {
                            ...QUICK,
                            fill: "forwards",
                        }),
                },
            ];
        case "turn": {
            const half = { duration: QUICK.duration / 2, fill: "both" } as const;
            return [
                stone
                    ? [
                          stone.animate([{ transform: "scaleX(0)" }, { transform: "none" }], {
                              ...half,
                              fill: "backwards",
                              delay: half.duration,
                              easing: "ease-out",
                          }),
                      ]
                    : [],
                {
                    face: change.face,
                    at,
                    start: (node) =>
                        node.animate([{ transform: "none" }, { transform: "scaleX(0)" }], {
                            ...half,
                            easing: "ease-in",
                        }),
                },
            ];
        }
        case "slide": {
            const from = layout.at[layout.index.get(change.from)!]!;
            const step = stepOf(from, at, change.wraps);
            const start = { transform: shift({ x: -step.x, y: -step.y }), opacity: change.wraps ? 0 : 1 };
            return [
                stone ? [stone.animate([start, { transform: "none", opacity: 1 }], QUICK)] : [],
                change.wraps
                    ? {
                          face: change.face,
                          at: from,
                          start: (node) =>
                              node.animate([{ opacity: 1 }, { transform: shift(step), opacity: 0 }], {
                                  ...QUICK,
                                  fill: "forwards",
                              }),
                      }
                    : null,
            ];
        }
    }
}
