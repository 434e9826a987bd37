// @vitest-environment jsdom
import { afterEach, expect, it, vi } from "vitest";
import { keepFocus, oneStop, question, unable } from "./focus";

const ends: ((() => void) | void)[] = [];
afterEach(() => ends.splice(0).forEach((end) => end?.()));

/** What stands in the page, its attachment, and the element of an id. */
function show(html: string): (id: string) => HTMLElement {
    document.body.innerHTML = html;
    return (id) => document.getElementById(id)!;
}
const focused = (): string | undefined => document.activeElement?.id;
/** What is told of a change of the document has been heard. */
const heard = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

it("a button that cannot be pressed keeps the focus, says so and does nothing", () => {
    const byId = show("<form><button id='one'><i id='in'></i></button></form>");
    const pressed = vi.fn((event: Event) => event.preventDefault());
    document.body.addEventListener("click", pressed);
    ends.push(() => document.body.removeEventListener("click", pressed));
    byId("one").focus();
    const attach = unable(true);
    const end = attach && attach(byId("one"));
    expect(focused()).toBe("one");
    expect(byId("one").getAttribute("aria-disabled")).toBe("true");
    byId("in").click();
    expect(pressed).not.toHaveBeenCalled();
    if (end) end();
    expect(byId("one").hasAttribute("aria-disabled")).toBe(false);
    byId("in").click();
    expect(pressed).toHaveBeenCalledOnce();
    expect(unable(false)).toBe(false);
});

const LIST = `<main id="main"><div id="a"><button id="a1"></button><button id="a2"></button></div>
    <div id="b"><button id="b1"></button><button id="b2"></button></div><button id="last"></button></main>`;

it("what takes the place of a removed button has the focus, else what is nearest to it", async () => {
    const byId = show(LIST);
    ends.push(keepFocus()(byId("main")));
    byId("a2").focus();
    byId("a2").remove();
    await heard();
    expect(focused()).toBe("a1");
    byId("a").remove();
    await heard();
    expect(focused()).toBe("b1");
    byId("last").focus();
    byId("last").remove();
    await heard();
    expect(focused()).toBe("b2");
});

it("the focus goes where the page says, if it says so", async () => {
    const byId = show(LIST);
    ends.push(keepFocus(() => byId("last"))(byId("main")));
    byId("a1").focus();
    byId("a1").remove();
    await heard();
    expect(focused()).toBe("last");
});

it("a focus that has gone elsewhere, or nowhere, stays there", async () => {
    const byId = show(`${LIST}<button id="beside"></button>`);
    ends.push(keepFocus()(byId("main")));
    byId("a1").focus();
    byId("beside").focus();
    byId("a1").remove();
    await heard();
    expect(focused()).toBe("beside");
    byId("b1").focus();
    byId("b1").blur();
    await heard();
    byId("b1").remove();
    await heard();
    expect(document.activeElement).toBe(document.body);
});

it("a question has the focus on its safe answer, goes with Escape, and gives the focus back", () => {
    const byId = show(
        `<button id="opener"></button><div id="asked"><button id="yes"></button><button id="no"></button></div>`,
    );
    byId("opener").focus();
    const cancel = vi.fn();
    const end = question(cancel)(byId("asked"));
    expect(focused()).toBe("no");
    byId("no").dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    expect(cancel).not.toHaveBeenCalled();
    const escape = new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true });
    byId("no").dispatchEvent(escape);
    expect(cancel).toHaveBeenCalledOnce();
    expect(escape.defaultPrevented).toBe(true); // nothing else is closed with it
    byId("asked").remove();
    end?.();
    expect(focused()).toBe("opener");
});

it("a question leaves the focus where it has gone meanwhile", () => {
    const byId = show(
        `<button id="opener"></button><button id="beside"></button><div id="asked"><button id="no"></button></div>`,
    );
    byId("opener").focus();
    const end = question(() => undefined)(byId("asked"));
    byId("beside").focus();
    byId("asked").remove();
    end?.();
    expect(focused()).toBe("beside");
});

const MOVES = `<ol id="list"><li><button id="m1"></button></li><li><button id="m2" aria-current="step"></button></li>
    <li><button id="m3"></button></li></ol>`;
const stops = (byId: (id: string) => HTMLElement): string[] =>
    [...byId("list").querySelectorAll("button")].filter((one) => one.tabIndex === 0).map(({ id }) => id);

it("a list is one stop of the tab key: what is current, and with it the focus goes on", async () => {
    const byId = show(MOVES);
    ends.push(oneStop(() => false)(byId("list")));
    expect(stops(byId)).toEqual(["m2"]);
    const make = (from: string, to: string): Promise<void> => {
        byId(from).removeAttribute("aria-current");
        byId(to).setAttribute("aria-current", "step");
        return heard();
    };
    await make("m2", "m3");
    expect(stops(byId)).toEqual(["m3"]);
    expect(document.activeElement).toBe(document.body); // who is elsewhere stays there
    byId("m3").focus();
    await make("m3", "m1");
    expect(focused()).toBe("m1");
    // Nothing is current, and what was the stop has gone.
    byId("m1").parentElement!.remove();
    await heard();
    expect(stops(byId)).toEqual(["m2"]);
});

it("arrows move within a list where they are not to walk the game", () => {
    const byId = show(MOVES);
    let arrows = true;
    ends.push(oneStop(() => arrows)(byId("list")));
    const press = (key: string): boolean =>
        document.activeElement!.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    byId("m2").focus();
    expect(press("ArrowRight")).toBe(false);
    expect(focused()).toBe("m3");
    expect(stops(byId)).toEqual(["m3"]);
    press("ArrowRight");
    expect(focused()).toBe("m3");
    press("ArrowUp");
    press("ArrowLeft");
    expect(focused()).toBe("m1");
    arrows = false;
    expect(press("ArrowRight")).toBe(true);
    expect(focused()).toBe("m1");
});

const sources = import.meta.glob<string>("../**/*.svelte", { query: "?raw", import: "default", eager: true });

it("no button is disabled in another way", () => {
    const others = Object.entries(sources).flatMap(([path, text]) =>
        [...text.matchAll(/<(\w+)[^<]*?\s(?:disabled=\{|\{disabled\})/g)].map(([, tag]) => `${path}: ${tag}`),
    );
    // A switch takes it as a property.
    expect(others.filter((one) => !one.endsWith(": Switch"))).toEqual([]);
    expect(others).not.toEqual([]);
});
