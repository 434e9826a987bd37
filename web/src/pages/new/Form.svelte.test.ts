// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { beforeAll, expect, it, vi } from "vitest";
import facts from "../../fixtures/facts.json";
import { loadTexts } from "../../lib/texts.svelte";
import type { GameFacts } from "../../lib/types";
import { defaults } from "./options";

vi.stubGlobal("matchMedia", () => ({ matches: false })); // what jsdom lacks
const { default: Form } = await import("./Form.svelte");

const all = facts as unknown as GameFacts[];
const fact = all.find(({ name }) => name === "vacu")!;
const one = <Kind extends Element>(where: string): Kind => document.querySelector<Kind>(where)!;

beforeAll(() => loadTexts("en"));

it("leaves a number that cannot be where it was typed, says what can, and does not begin meanwhile", () => {
    const onbegin = vi.fn();
    const choices = $state({ ...defaults(fact), opponent: "human" as const });
    choices.options.size = 12;
    const nothing = () => undefined;
    const told = { fared: null, wrong: "", busy: false, online: false, signed: null, challenged: null };
    const props = { all, fact, choices, ...told, onbegin, called: "", onsign: nothing, onswitch: nothing };
    const form = mount(Form, { target: document.body, props });
    flushSync();
    const field = one<HTMLInputElement>("input[aria-label=Board]");
    const begin = one<HTMLButtonElement>("button.act");
    const state = () => [field.value, field.getAttribute("aria-invalid"), one(".problem").textContent];
    const type = (text: string): void => {
        field.value = text;
        field.dispatchEvent(new Event("change", { bubbles: true }));
        flushSync();
    };
    const reason = "Size must be a whole number from 2 to 19.";
    for (const text of ["99", "1", "7.5", ""]) {
        type(text);
        expect(state()).toEqual([text, "true", reason]);
        expect(one(".number + .wrong").textContent).toBe(reason);
        begin.click();
        one<HTMLFormElement>("form").requestSubmit();
    }
    expect(onbegin).not.toHaveBeenCalled();
    type("-7");
    one<HTMLButtonElement>(".number button").click(); // a step leads to what is allowed
    flushSync();
    expect(state()).toEqual(["2", "false", ""]);
    type("11");
    expect(state()).toEqual(["11", "false", ""]);
    begin.click();
    expect(onbegin).toHaveBeenCalledOnce();
    void unmount(form);
});

it("refuses a time of one's own at its field while it is typed, and says what can be", () => {
    vi.useFakeTimers();
    const choices = $state({ ...defaults(fact), opponent: "link" as const, time: "own" as const });
    choices.ownTime = { ...choices.ownTime, periods: 0 };
    const nothing = () => undefined;
    const told = { fared: null, wrong: "", busy: false, online: true, signed: false, challenged: null };
    const props = { all, fact, choices, ...told, onbegin: nothing, called: "", onsign: nothing, onswitch: nothing };
    const form = mount(Form, { target: document.body, props });
    flushSync();
    const said = (): string => one(".one .wrong")?.textContent ?? "";
    const type = (name: string, text: string): void => {
        const field = one<HTMLInputElement>(`.one input[aria-label="${name}"]`);
        field.value = text;
        field.dispatchEvent(new Event("input", { bubbles: true }));
        flushSync();
    };
    const minutes = "Minutes per player must be a whole number from 1 to 180.";
    type("Minutes per player", "999");
    expect(said()).toBe(minutes);
    type("Minutes per player", "20");
    expect([said(), choices.ownTime.minutes]).toEqual(["", 20]);
    type("Minutes per player", "0");
    expect(said()).toBe("");
    vi.advanceTimersByTime(1000);
    flushSync();
    expect(said()).toBe(minutes);
    type("Minutes per player", "30");
    const cap = document.querySelectorAll<HTMLInputElement>(".one input")[2]!;
    const name = cap.getAttribute("aria-label")!;
    type(name, "12");
    vi.advanceTimersByTime(1000);
    flushSync();
    expect(said()).toBe(`${name} must be 0 or a whole number from 30 to 360.`);
    type(name, "0");
    expect(said()).toBe("");
    // What an older page has kept is answered too.
    choices.ownTime = { ...choices.ownTime, kind: "byoyomi" };
    flushSync();
    expect(said()).toMatch(/ must be a whole number from 1 to 30\.$/);
    vi.useRealTimers();
    void unmount(form);
});
