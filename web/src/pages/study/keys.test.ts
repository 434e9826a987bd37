// @vitest-environment jsdom
import { describe, expect, it, vi } from "vitest";
vi.hoisted(() => vi.stubGlobal("matchMedia", () => ({ matches: false })));
import { isHelp, listenForKeys, stepOf } from "./keys";

const walker = () => ({
    previous: vi.fn(),
    next: vi.fn(),
    first: vi.fn(),
    last: vi.fn(),
    variation: vi.fn(),
});
const press = (target: EventTarget, key: string, more = {}) =>
    target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }));

it("a question mark asks for the list of keys, but in a field", () => {
    const field = document.body.appendChild(document.createElement("textarea"));
    const heard: boolean[] = [];
    const listen = (event: Event) => heard.push(isHelp(event as KeyboardEvent));
    addEventListener("keydown", listen);
    for (const [where, key] of [
        [document.body, "?"],
        [document.body, "/"],
        [field, "?"],
    ] as const)
        press(where, key);
    removeEventListener("keydown", listen);
    expect(heard).toEqual([true, false, false]);
});

describe("the keys of a tree", () => {
    it("walk", () => {
        const on = walker();
        const stop = listenForKeys(on);
        for (const key of ["ArrowLeft", ",", "ArrowRight", "Home", "End", "x"]) press(document.body, key);
        press(document.body, "]");
        press(document.body, "ArrowUp");
        expect(on.previous).toHaveBeenCalledTimes(2);
        expect(on.next).toHaveBeenCalledTimes(1);
        expect(on.first).toHaveBeenCalledTimes(1);
        expect(on.last).toHaveBeenCalledTimes(1);
        expect(on.variation.mock.calls).toEqual([[1], [-1]]);
        stop();
        press(document.body, "Home");
        expect(on.first).toHaveBeenCalledTimes(1);
    });
    it("do without signs where shortcuts are switched off", () => {
        expect(stepOf(",", walker(), false)).toBeNull();
        expect(stepOf("ArrowLeft", walker(), false)).not.toBeNull();
    });
    it("leave fields and the browser's own keys alone", () => {
        const on = walker();
        const stop = listenForKeys(on);
        const field = document.body.appendChild(document.createElement("textarea"));
        press(field, "ArrowLeft");
        press(document.body, "ArrowLeft", { altKey: true });
        const choice = document.body.appendChild(document.createElement("input"));
        choice.type = "radio";
        press(choice, "ArrowLeft");
        expect(on.previous).not.toHaveBeenCalled();
        press(choice, ",");
        expect(on.previous).toHaveBeenCalledTimes(1);
        choice.remove();
        field.remove();
        stop();
    });
});
