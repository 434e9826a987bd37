/** In a first game: at most three hints on the page itself, each when it is of use, and never again. */
import { recall, remember, settings } from "../../lib/settings.svelte";
import { say, sayOr } from "../../lib/texts.svelte";
import type { Effects, View } from "../../lib/types";

const PLACE = "fieldstone.tips";
const TIPS = ["play", "effect", "count"] as const;
export type Tip = (typeof TIPS)[number];

/** Of all points: with so few of them empty the end is near, and the score of interest. */
const NEAR = 0.25;

/** Whether a move did more than to set a stone. */
const didMore = ({ placed: _placed, faces: _faces, returned: _returned, ...rest }: Effects): boolean =>
    Object.values(rest).some((points) => points.length > 0);

/** What the board marks the effects of a move with, in the order in which it is said. */
const MARKS = [
    ["arrows", ({ pushed }) => pushed.length > 0],
    ["rings", ({ flipped, captured, released }) => flipped.length + captured.length + released.length > 0],
    ["crosses", ({ removed }) => removed.length > 0],
] as const satisfies [string, (effects: Effects) => boolean][];

/** The hint on what the last move did: it names the marks that this move has left, and no others. */
function effectText({ last }: View): string {
    const marks = MARKS.filter(([, occurs]) => last && occurs(last.effects)).map(([mark]) => mark);
    return sayOr(`game.tip.effect.${marks.join("-")}`, say("game.tip.effect"));
}

/** The hint that is of use to a person who is to move; `seen` are those that were given before. */
export function tipFor(view: View, begun: boolean, seen: readonly Tip[]): Tip | null {
    const faces = view.rows.join("");
    const fits: Record<Tip, boolean> = {
        play: !begun && view.legal.points.length > 0,
        effect: view.last !== null && didMore(view.last.effects),
        count: view.score.kind !== "none" && faces.split(".").length - 1 <= view.points.length * NEAR,
    };
    return TIPS.find((tip) => fits[tip] && !seen.includes(tip)) ?? null;
}

/** Whether the last input was a key; before any, what has the focus tells of that on the page before. */
const input = $state<{ keys?: boolean }>({});
addEventListener("keydown", () => (input.keys = true), true);
addEventListener("pointerdown", () => (input.keys = false), true);
const byKeys = (): boolean =>
    input.keys ?? !!(matchMedia("(any-pointer: none)").matches || document.querySelector(":focus-visible"));

export class Tips {
    /** What is shown now, and the position that it is shown at. */
    #shown: { tip: Tip; line: string } | null = $state.raw(null);

    /** Look at a position in which a person is to move; `begun`: this person has moved before. */
    attend(view: View, begun: boolean): void {
        if (this.#shown?.line === view.line || !settings.tips) return;
        const kept = recall<unknown>(PLACE, []);
        const seen = TIPS.filter((tip) => Array.isArray(kept) && kept.includes(tip));
        const tip = tipFor(view, begun, seen);
        this.#shown = tip && { tip, line: view.line };
        if (tip) remember(PLACE, [...seen, tip]);
    }

    /** The hint at a position; "" where there is none. */
    textAt(view: View): string {
        if (!settings.tips || this.#shown?.line !== view.line) return "";
        const { tip } = this.#shown;
        if (tip === "effect") return effectText(view);
        if (tip === "count") return say("game.tip.count");
        return say(byKeys() ? "game.tip.keys" : settings.confirm ? "game.tip.tap" : "game.tip.point");
    }

    /** Whether the hint is on what a move did, which the rules explain. */
    get isOnEffect(): boolean {
        return this.#shown?.tip === "effect";
    }

    dismiss(): void {
        this.#shown = null;
    }
}
