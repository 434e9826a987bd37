import { describe, expect, it } from "vitest";
import { amend, askedBy, begin, change, redo, settle, type, undo } from "./steps";

describe("the steps of the editor", () => {
    it("go back and forth", () => {
        const third = change(change(begin("a"), "b"), "c");
        const back = undo(undo(third));
        expect(back.now).toBe("a");
        expect(undo(back)).toBe(back);
        expect(redo(back).now).toBe("b");
        expect(redo(redo(back))).toEqual(third);
        expect(redo(third)).toBe(third);
    });
    it("lose what was undone when another one follows, and a text that is the same is none", () => {
        const other = change(undo(change(begin("a"), "b")), "c");
        expect(redo(other)).toBe(other);
        expect(undo(other).now).toBe("a");
        expect(change(other, "c")).toBe(other);
    });
    it("are one for what is typed in one go, and another for what is typed later", () => {
        const typed = type(type(begin("a"), "ab"), "abc");
        expect(undo(typed).now).toBe("a");
        const later = type(settle(typed), "abcd");
        expect(undo(later).now).toBe("abc");
        expect(undo(change(typed, "x")).now).toBe("abc");
    });
    it("are none for a position that is written in full", () => {
        const full = amend(change(begin("a"), "b"), "b in full");
        expect(undo(full).now).toBe("a");
        expect(redo(undo(full)).now).toBe("b in full");
    });
});

describe("a key", () => {
    const field = { closest: () => ({}) };
    const board = { closest: () => null };
    const key = (key: string, held: object, target: object = board) =>
        askedBy({ key, target, ...held } as unknown as KeyboardEvent);
    it("undoes and redoes, beside what is typed", () => {
        expect(key("z", { ctrlKey: true })).toBe(undo);
        expect(key("z", { metaKey: true })).toBe(undo);
        expect(key("Z", { ctrlKey: true, shiftKey: true })).toBe(redo);
        expect(key("y", { ctrlKey: true })).toBe(redo);
        expect(key("z", {})).toBeNull();
        expect(key("z", { ctrlKey: true, altKey: true })).toBeNull();
        expect(key("z", { ctrlKey: true }, field)).toBeNull();
    });
});
