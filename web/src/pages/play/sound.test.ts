// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";
import { NOTHING } from "../../board/views.testing";
import type { PlayedMove } from "../../lib/types";
import { soundOf, soundOfCall, soundOfEnd } from "./sound";

const started = vi.fn();
class Node {
    gain = { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined };
    connect = (to: unknown): unknown => to;
    start = started;
}
vi.stubGlobal("AudioBufferSourceNode", Node);
vi.stubGlobal("BiquadFilterNode", Node);
vi.stubGlobal("GainNode", Node);
vi.stubGlobal(
    "AudioContext",
    class {
        sampleRate = 1000;
        currentTime = 0;
        createBuffer = (_: number, frames: number) => ({ getChannelData: () => new Float32Array(frames) });
        resume = () => Promise.resolve();
    },
);

let hidden: boolean;
let touched: boolean;
// To be defined anew: other files have their tests in the same window.
Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
const activation = { configurable: true, get: () => ({ hasBeenActive: touched }) };
Object.defineProperty(navigator, "userActivation", activation);
const move = { effects: { ...NOTHING, placed: ["a1"] } } as unknown as PlayedMove;
const heard = (play: () => void): boolean => {
    started.mockClear();
    play();
    return started.mock.calls.length > 0;
};

beforeEach(() => {
    hidden = false;
    touched = true;
});

it("is heard where somebody looks", () => {
    expect([heard(() => soundOf(move)), heard(soundOfEnd), heard(soundOfCall)]).toEqual([true, true, true]);
});

it("calls who plays somebody elsewhere also from a tab that is not seen", () => {
    hidden = true;
    expect([heard(() => soundOf(move)), heard(() => soundOfEnd())]).toEqual([false, false]);
    expect([heard(() => soundOf(move, true)), heard(() => soundOfEnd(true)), heard(soundOfCall)]).toEqual([
        true,
        true,
        true,
    ]);
});

it("is silent before the page was touched", () => {
    touched = false;
    expect([heard(() => soundOf(move, true)), heard(soundOfCall)]).toEqual([false, false]);
});
