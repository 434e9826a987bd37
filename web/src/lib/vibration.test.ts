// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";

const pointer = vi.hoisted(() => {
    const pointer = { coarse: true };
    vi.stubGlobal("matchMedia", (query: string) => ({ matches: query.includes("any-pointer") && pointer.coarse }));
    return pointer;
});
import { NOTHING } from "../board/views.testing";
import { set } from "./settings.svelte";
import type { Effects, PlayedMove } from "./types";
import { canVibrate, feltOf, vibrate } from "./vibration";

const move = (seat: 1 | 2, effects: Partial<Effects> = {}): PlayedMove =>
    ({ seat, effects: { ...NOTHING, ...effects } }) as PlayedMove;

afterEach(() => set("vibration", false));

test("every move of the opponent is felt, and one's own where it captures", () => {
    const felt = [move(2), move(1), move(1, { captured: ["a1"] }), move(1, { removed: ["a1"] })];
    expect(felt.map((one) => feltOf(one, 1)?.length ?? 0)).toEqual([1, 0, 3, 3]);
    expect(feltOf(move(1, { flipped: ["a1"] }), 1)).toHaveLength(3);
    expect(feltOf(move(1, { released: ["a1"] }), 1)).toBeNull();
});

test("of two people here only captures are felt", () => {
    expect([feltOf(move(2), null), feltOf(move(2, { captured: ["a1"] }), null)?.length]).toEqual([null, 3]);
});

test("only where it is wanted, can be, and the page has been touched", () => {
    const shaken = vi.fn();
    expect(canVibrate()).toBe(false);
    const touched = (hasBeenActive: boolean): void =>
        void Object.defineProperty(navigator, "userActivation", { configurable: true, value: { hasBeenActive } });
    Object.assign(navigator, { vibrate: shaken });
    touched(true);
    vibrate();
    expect(shaken).not.toHaveBeenCalled();
    set("vibration", true);
    vibrate(null);
    pointer.coarse = false;
    vibrate();
    expect([canVibrate(), shaken.mock.calls.length]).toEqual([false, 0]);
    pointer.coarse = true;
    touched(false);
    vibrate();
    expect(shaken).not.toHaveBeenCalled();
    touched(true);
    vibrate();
    expect(shaken.mock.calls).toEqual([[[25]]]);
});
