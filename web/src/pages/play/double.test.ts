// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import { Doubled } from "./double";

const bar = document.createElement("div");
const button = bar.appendChild(document.createElement("button"));
const pressed = vi.fn();
button.addEventListener("click", pressed);
const doubled = new Doubled();
doubled.within(bar);

let now = 0;
vi.spyOn(performance, "now").mockImplementation(() => now);
afterEach(() => pressed.mockClear());

/** Press the button; says whether that came through. */
function press(at: number, detail: number, clientX = 100, pressedOne = button, pointerType = "mouse"): boolean {
    now = at;
    const before = pressed.mock.calls.length;
    pressedOne.dispatchEvent(
        Object.assign(new MouseEvent("click", { detail, clientX, bubbles: true }), { pointerType }),
    );
    return pressed.mock.calls.length > before;
}

test("the second half of a double click on a word is not pressed, and every other click is", () => {
    expect(press(1000, 2)).toBe(true); // no word was played
    doubled.play(vi.fn());
    expect([press(1200, 2), press(1300, 1), press(1400, 0)]).toEqual([false, true, true]);
    expect(press(1600, 2)).toBe(true);
});

test("nor is it where another button has come to that spot, for which a browser counts clicks anew", () => {
    press(2000, 1);
    doubled.play(vi.fn());
    const come = bar.appendChild(document.createElement("button"));
    come.addEventListener("click", pressed);
    expect([press(2250, 1, 100, come), press(2400, 1, 150, come), press(2501, 1, 150)]).toEqual([false, true, true]);
    come.remove();
});

test("nor is the second of two quick taps, which are not counted everywhere", () => {
    now = 5000;
    doubled.play(vi.fn());
    expect([press(5150, 1, 100, button, "touch"), press(5400, 1, 100, button, "touch")]).toEqual([false, true]);
});
