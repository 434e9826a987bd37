// @vitest-environment jsdom
import { describe, expect, it, vi } from "vitest";
import { type Doings, doingOf, listenForKeys } from "./shortcuts";

function doings(): Doings {
    return {
        undo: vi.fn(),
        pass: vi.fn(),
        button: vi.fn(),
        hint: vi.fn(),
        count: vi.fn(),
        rules: vi.fn(),
        keys: vi.fn(),
        walk: vi.fn(),
    };
}
/** A board with one point, and a way to press a key on that; whether it is left to the browser. */
function boardFor(key: string): { grid: HTMLElement; press: () => boolean } {
    const grid = document.body.appendChild(document.createElement("div"));
    grid.innerHTML = "<p><b data-point='0'></b></p>";
    const point = grid.querySelector("b")!;
    return {
        grid,
        press: () => point.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })),
    };
}
const key = (name: string, shiftKey = false) => ({ key: name, shiftKey });

describe("doingOf", () => {
    it("leaves plain letters and digits to the coordinates", () => {
        const all = doings();
        for (const name of "abchpu123") expect(doingOf(key(name), all, false)).toBeNull();
        // With caps lock on, a coordinate is still a coordinate.
        expect(doingOf(key("P"), all, true)).toBeNull();
    });
    it("does things with Shift, on the board too", () => {
        const all = doings();
        expect(doingOf(key("U", true), all, true)).toBe(all.undo);
        expect(doingOf(key("P", true), all, false)).toBe(all.pass);
        expect(doingOf(key("?", true), all, false)).toBe(all.keys);
    });
    it("leaves the arrows to the board when it has the focus", () => {
        const all = doings();
        expect(doingOf(key("ArrowLeft"), all, true)).toBeNull();
        doingOf(key("ArrowLeft"), all, false)!();
        expect(all.walk).toHaveBeenCalledWith("back");
        doingOf(key("."), all, true)!();
        expect(all.walk).toHaveBeenLastCalledWith("on");
    });
    it("leaves the arrows to a choice that has the focus, and nothing else", () => {
        const all = doings();
        const stop = listenForKeys(all, () => true);
        const radio = document.body.appendChild(document.createElement("input"));
        radio.type = "radio";
        const press = (key: string): boolean =>
            radio.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
        expect(press("ArrowRight")).toBe(true); // the browser chooses the next one
        expect(all.walk).not.toHaveBeenCalled();
        press(".");
        expect(all.walk).toHaveBeenCalledWith("on");
        radio.type = "text";
        press(".");
        expect(all.walk).toHaveBeenCalledTimes(1);
        radio.remove();
        stop();
    });
    it("leaves a comma to what is being typed", () => {
        const all = doings();
        const stop = listenForKeys(all, () => true);
        const { grid, press } = boardFor(",");
        grid.dataset.typed = "f6";
        expect(press()).toBe(true);
        expect(all.walk).not.toHaveBeenCalled();
        delete grid.dataset.typed;
        expect(press()).toBe(false);
        expect(all.walk).toHaveBeenCalledWith("back");
        grid.remove();
        stop();
    });
    it("walks by arrows on a board that was pointed at, and leaves them to one whose cursor is in use", () => {
        const all = doings();
        const stop = listenForKeys(all, () => true);
        const { grid, press } = boardFor("ArrowLeft");
        expect(press()).toBe(true);
        expect(all.walk).not.toHaveBeenCalled();
        grid.dataset.pointed = "true";
        expect(press()).toBe(false);
        expect(all.walk).toHaveBeenCalledWith("back");
        grid.remove();
        stop();
    });
});
