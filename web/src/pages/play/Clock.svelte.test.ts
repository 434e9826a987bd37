// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

vi.hoisted(() => vi.stubGlobal("matchMedia", () => ({ matches: false })));
vi.mock("./sound", () => ({ soundOfCall: () => undefined }));
import { loadTexts } from "../../lib/texts.svelte";
import { aloud } from "../../lib/toasts.svelte";
import type { ClockRules, ClockState } from "../../lib/types";
import Clock from "./Clock.svelte";

beforeAll(() => loadTexts("en"));
beforeEach(() => vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] }));
afterEach(() => {
    vi.useRealTimers();
    aloud.text = "";
});

const BYO_YOMI: ClockRules = { kind: "byoyomi", main: 5, period: 20, periods: 2 } as ClockRules;
const clock = { running: 1, now: 0, since: 0, left: { 1: 5, 2: 5 }, periods: { 1: 2, 2: 2 } } as unknown as ClockState;

/** What is said while a clock runs for so many seconds. */
function heardIn(seconds: number, own: boolean): string[] {
    const props = { rules: BYO_YOMI, clock, seat: 1 as const, heard: performance.now(), own };
    const shown = mount(Clock, { target: document.body, props });
    flushSync();
    const heard: string[] = [];
    for (let passed = 0; passed < seconds; passed++) {
        vi.advanceTimersByTime(1000);
        flushSync();
        if (aloud.text && aloud.text !== heard.at(-1)) heard.push(aloud.text);
    }
    void unmount(shown);
    return heard;
}

test("of one's own it is said when the main time is used up, when a period is lost, and when little is left", () => {
    expect(heardIn(4, true)).toEqual([]);
    expect(heardIn(44, true)).toEqual(["2 periods left", "1 period left", "Low on time"]);
});

test("the clock of the other one is not heard", () => {
    expect(heardIn(44, false)).toEqual([]);
});
