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
            return [play(stone, [{ transform: `scale(${RAISED})` }, { transform: "none" }], QUICK), null];
        case "lift":
            return [[], { face: change.face, at, start: (node) => lift(node) }];
        case "turn":
            return turn(change.face, at, stone);
        case "slide":
            return slide(change, at, layout.at[layout.index.get(change.from)!]!, stone);
    }
}

/** Animate a stone, if there is one. */
function play(stone: Element | null, frames: Keyframe[], timing: KeyframeAnimationOptions): Animation[] {
    return stone ? [stone.animate(frames, timing)] : [];
}

function lift(node: Element): Animation {
    const frames = [{ opacity: 1 }, { transform: "scale(1.2)", opacity: 0 }];
    return node.animate(frames, { ...QUICK, fill: "forwards" });
}

/** Half the time the old face is seen getting narrow, then the new one getting wide. */
function turn(face: Leaving["face"], at: Leaving["at"], stone: Element | null): [Animation[], Leaving] {
    const half = { duration: QUICK.duration / 2, fill: "both" } as const;
    const wide: [Keyframe, Keyframe] = [{ transform: "scaleX(0)" }, { transform: "none" }];
    const later = { ...half, fill: "backwards", delay: half.duration, easing: "ease-out" } as const;
    const start: Leaving["start"] = (node) => node.animate([wide[1], wide[0]], { ...half, easing: "ease-in" });
    return [play(stone, wide, later), { face, at, start }];
}

/** A stone that goes round the edge leaves on one side while it comes in on the other. */
function slide(
    change: Change & { kind: "slide" },
    at: Leaving["at"],
    from: Leaving["at"],
    stone: Element | null,
): [Animation[], Leaving | null] {
    const step = stepOf(from, at, change.wraps);
    const start = { transform: shift({ x: -step.x, y: -step.y }), opacity: change.wraps ? 0 : 1 };
    const come = play(stone, [start, { transform: "none", opacity: 1 }], QUICK);
    if (!change.wraps) return [come, null];
    const gone = [{ opacity: 1 }, { transform: shift(step), opacity: 0 }];
    return [come, { face: change.face, at: from, start: (node) => node.animate(gone, { ...QUICK, fill: "forwards" }) }];
}
