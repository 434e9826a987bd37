// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { beforeAll, expect, it, vi } from "vitest";
vi.hoisted(() => vi.stubGlobal("matchMedia", () => ({ matches: false })));
import views from "../../fixtures/views-setup.json";
import { loadTexts } from "../../lib/texts.svelte";
import type { View } from "../../lib/types";
import Setup from "./Setup.svelte";

beforeAll(() => loadTexts("en"));

const told = (name: string): View => (views as unknown as Record<string, View>)[name]!;
const text = (): string => document.body.textContent!.replace(/\s+/g, " ");
function press(...keys: string[]): void {
    for (const key of keys) {
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
        flushSync();
    }
}
function show(view: View, hinted: string | null = null): { onplay: ReturnType<typeof vi.fn>; gone: () => void } {
    const onplay = vi.fn();
    const setup = mount(Setup, { target: document.body, props: { view, mine: true, busy: false, hinted, onplay } });
    flushSync();
    return { onplay, gone: () => void unmount(setup) };
}

it("takes a side that is typed, and says of another word which there are", () => {
    const { onplay, gone } = show(told("side"));
    press(..."blue");
    expect(text()).toContain("“blue” is not a side: type Black or White, then Enter.");
    press("Enter");
    expect(onplay).not.toHaveBeenCalled();
    press("Escape", ..."white");
    expect(text()).toContain("white: press Enter to play");
    press("Enter");
    expect(onplay.mock.calls).toEqual([["white"]]);
    gone();
});

it("takes a komi that is typed beside its field, and says of one that cannot be which can", () => {
    const { onplay, gone } = show(told("komi"));
    press("7");
    const field = document.querySelector("input")!;
    expect([field.value, document.activeElement === field]).toEqual(["7", true]);
    document.querySelector("form")!.requestSubmit();
    expect(onplay.mock.calls).toEqual([["komi 7"]]);
    field.value = "999";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    flushSync();
    expect(document.querySelector("[role=alert]")!.textContent!.trim()).toBe(
        "Komi must be a whole number from 0 to 25.",
    );
    document.querySelector("form")!.requestSubmit();
    expect(onplay).toHaveBeenCalledOnce();
    gone();
});

it("has a komi that is hinted at in its field, ready to be set", () => {
    const { onplay, gone } = show(told("komi"), "komi 9");
    document.querySelector("form")!.requestSubmit();
    expect(onplay.mock.calls).toEqual([["komi 9"]]);
    gone();
});
