// @vitest-environment jsdom
import { boardOf } from "../fixtures/facts.testing";
import { flushSync, mount, tick, unmount } from "svelte";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { after } from "../lib/positions/line";
import { loadTexts } from "../lib/texts.svelte";
import type { View } from "../lib/types";
import Board from "./Board.svelte";
import type { Mark } from "./model";
import MiniBoard from "./MiniBoard.svelte";
import { afterPlacing, views } from "./views.testing";

const made: object[] = [];
const onplay = vi.fn<(point: string) => unknown>();
const onillegal = vi.fn();
const onhover = vi.fn();
const cancel = vi.fn();
const animations: { node: Element; keyframes: unknown }[] = [];

beforeAll(async () => {
    await loadTexts("en");
    // What jsdom lacks.
    Element.prototype.animate = function (keyframes) {
        animations.push({ node: this, keyframes });
        return { cancel, onfinish: null } as unknown as Animation;
    };
    window.ResizeObserver = class {
        observe() {}
        unobserve() {}
        disconnect() {}
    };
    window.matchMedia = vi.fn(() => ({ matches: false }) as MediaQueryList);
});
beforeEach(() => {
    vi.clearAllMocks();
    onplay.mockImplementation(() => undefined);
    animations.length = 0;
});
afterEach(() => made.splice(0).forEach((component) => void unmount(component)));

function draw(view: View, more: object = {}) {
    const props = $state({ view, onplay, onillegal, onhover, ...more });
    made.push(mount(Board, { target: document.body, props }));
    flushSync();
    return props;
}
const all = <Found extends Element>(selector: string): Found[] => [...document.querySelectorAll<Found>(selector)];
const cell = (name: string): SVGElement => {
    const found = all<SVGElement>("[role=gridcell]").find((one) =>
        one.getAttribute("aria-label")!.startsWith(`${name},`),
    );
    if (!found) throw new Error(`no cell ${name}`);
    return found;
};
function point(name: string, type: string, pointerType = "mouse") {
    const event = new MouseEvent(type, { bubbles: true });
    Object.assign(event, { pointerType, isPrimary: true });
    cell(name).dispatchEvent(event);
    flushSync();
}
function tap(name: string) {
    for (const type of ["pointerdown", "pointerup", "click"]) point(name, type, "touch");
}
function press(...keys: string[]) {
    for (const key of keys) {
        document.activeElement!.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
        flushSync();
    }
}
/** Come to a cell by the tab key; jsdom does not tell that from a click. */
function arrive(name: string) {
    const one = cell(name);
    Object.assign(one, { matches: () => true });
    one.focus();
    flushSync();
}
const tabStop = (): string =>
    all("[role=gridcell][tabindex='0']")
        .map((one) => one.getAttribute("aria-label"))
        .join();

it("is a grid with a row for each row, one tab stop and a spoken name for each point", () => {
    draw(views.iago.empty, { label: "The board" });
    expect(document.querySelector("[role=grid]")!.getAttribute("aria-label")).toBe("The board");
    expect(all("[role=row]").map((row) => row.children.length)).toEqual([5, 6, 7, 8, 9, 8, 7, 6, 5]);
    expect(tabStop()).toMatch(/^e5, empty/);
    expect(cell("d4").getAttribute("aria-label")).toBe("d4, empty, legal");
    expect(cell("a1").getAttribute("aria-label")).toBe("a1, empty, not legal");
});

it("marks legal points when they are few, always or never, as it was set", () => {
    const few = views.iago.middle!;
    const many = views.vacu.empty!;
    const dots = (view: View, more: object): number => {
        draw(view, more);
        const found = all(".legal").length;
        made.splice(0).forEach((component) => void unmount(component));
        return found;
    };
    expect([dots(few, {}), dots(many, {})]).toEqual([few.legal.points.length, 0]);
    expect(dots(many, { legalPoints: "always" })).toBe(many.legal.points.length);
    expect(dots(few, { legalPoints: "never" })).toBe(0);
});

it("tells a click on a legal point, and one on another point as illegal", () => {
    draw(views.iago.empty);
    point("d4", "click");
    expect(onplay.mock.calls).toEqual([["d4"]]);
    expect(onillegal).not.toHaveBeenCalled();
});

it("tells an illegal click and plays nothing", () => {
    draw(views.iago.empty);
    point("a1", "click");
    expect(onillegal.mock.calls).toEqual([["a1"]]);
    expect(onplay).not.toHaveBeenCalled();
});

it("tells only that something was chosen when it only shows", () => {
    const onclosed = vi.fn();
    draw(views.iago.empty, { interactive: false, onclosed });
    point("d4", "click");
    point("a1", "click");
    expect(onclosed).toHaveBeenCalledTimes(2);
    expect(onplay).not.toHaveBeenCalled();
    expect(onillegal).not.toHaveBeenCalled();
    expect(cell("d4").getAttribute("aria-label")).toBe("d4, empty");
    // Typing is answered too; the second half of a double click is not.
    arrive("d4");
    press("e", "Enter");
    expect(onclosed).toHaveBeenCalledTimes(4);
    cell("d4").dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 2 }));
    expect(onclosed).toHaveBeenCalledTimes(4);
});

it("draws a click at once, takes no second one, and takes it back when the same view comes again", () => {
    const props = draw(views.vacu.empty);
    point("c3", "click");
    expect(all(".ghost.pressed")).toHaveLength(1);
    point("d4", "click");
    expect(onplay).toHaveBeenCalledTimes(1);
    props.view = { ...views.vacu.empty };
    flushSync();
    expect(all(".ghost")).toHaveLength(0);
    point("d4", "click");
    expect(onplay).toHaveBeenCalledTimes(2);
});

it("takes it back too when the promise fails", async () => {
    onplay.mockReturnValue(Promise.reject(new Error("illegal after all")));
    draw(views.vacu.empty);
    point("c3", "click");
    expect(all(".ghost.pressed")).toHaveLength(1);
    await Promise.resolve();
    flushSync();
    expect(all(".ghost")).toHaveLength(0);
});

it("waits for a promise as long as it takes, and for anything else a second", () => {
    vi.useFakeTimers();
    onplay.mockReturnValueOnce(new Promise(() => {}));
    const props = draw(views.vacu.empty);
    point("c3", "click");
    vi.advanceTimersByTime(60_000);
    flushSync();
    expect(all(".ghost.pressed")).toHaveLength(1);
    props.view = { ...views.vacu.empty };
    flushSync();
    expect(all(".ghost.pressed")).toHaveLength(1);
    props.view = next(views.vacu.empty, "c3");
    flushSync();
    point("d4", "click");
    vi.advanceTimersByTime(1000);
    flushSync();
    expect(all(".ghost.pressed")).toHaveLength(0);
    vi.useRealTimers();
});

const next = (view: View, move: string): View => ({
    ...afterPlacing(view, move),
    line: after(view.line, move),
});

it("takes what is chosen before a move is answered when it has been made, one after the other", () => {
    const { empty } = views.vacu;
    onplay.mockReturnValue(new Promise(() => {}));
    const props = draw(empty);
    for (const name of ["c3", "c3", "d4", "e5"]) point(name, "click"); // the second one is a double click
    expect(onplay.mock.calls).toEqual([["c3"]]);
    props.view = next(empty, "c3");
    flushSync();
    props.view = next(empty, "c3"); // what was foreseen, and then what the server has
    flushSync();
    expect(onplay.mock.calls).toEqual([["c3"], ["d4"]]);
    props.view = next(empty, "d4");
    flushSync();
    expect(onplay.mock.calls).toEqual([["c3"], ["d4"], ["e5"]]);
});

it("forgets what was chosen too soon when the move was not made, or another one was", async () => {
    const { empty } = views.vacu;
    onplay.mockReturnValueOnce(Promise.reject(new Error("illegal after all")));
    const props = draw(empty);
    for (const name of ["c3", "d4"]) point(name, "click");
    await Promise.resolve();
    onplay.mockReturnValue(new Promise(() => {}));
    for (const name of ["e5", "b2"]) point(name, "click");
    props.view = next(empty, "a1");
    flushSync();
    expect(onplay.mock.calls).toEqual([["c3"], ["e5"]]);
});

it("shows under the pointer what a move would do, and nothing for illegal points", () => {
    const view = views.setup.wraps;
    const [name, effects] = Object.entries(view.effects).find(([, one]) => one.returned.length > 0)!;
    draw(view);
    point(name, "pointerover");
    expect(onhover.mock.calls).toEqual([[name]]);
    expect(all(".ghost")).toHaveLength(1);
    expect(all(".arrow:not(.halo)")).toHaveLength(2 * effects.pushed.length + effects.returned.length);
    const taken = view.points.find((one) => !view.legal.points.includes(one))!;
    point(taken, "pointerover");
    expect(all(".ghost")).toHaveLength(0);
    point(taken, "pointerleave");
    document.querySelector("[role=grid]")!.dispatchEvent(new MouseEvent("pointerleave"));
    expect(onhover).toHaveBeenLastCalledWith(null);
});

it("shows the flips of a move", () => {
    const view = views.setup.flips;
    const [name, effects] = Object.entries(view.effects).find(([, one]) => one.flipped.length > 0)!;
    draw(view);
    point(name, "pointerover");
    expect(all(".halo-fill")).toHaveLength(effects.flipped.length);
    expect(all(".cross.top")).toHaveLength(effects.removed.length);
});

it("plays at a touch, or with confirmation at the second one", () => {
    draw(views.vacu.empty);
    tap("c3");
    expect(onplay.mock.calls).toEqual([["c3"]]);
});

it("waits for a second touch on the same point where touches are confirmed", () => {
    draw(views.vacu.empty, { confirm: true });
    tap("c3");
    tap("c2");
    expect(onplay).not.toHaveBeenCalled();
    expect(all(".confirm .yes")[0]!.textContent!.trim()).toBe("Play c2");
    tap("c2");
    expect(onplay.mock.calls).toEqual([["c2"]]);
    expect(all(".confirm")).toHaveLength(0);
});

it("keeps the first touch when the same position comes again, and not when it is nobody's turn any more", () => {
    const props = draw(views.vacu.empty, { confirm: true, interactive: true });
    tap("c3");
    props.view = { ...views.vacu.empty };
    flushSync();
    tap("c3");
    expect(onplay.mock.calls).toEqual([["c3"]]);
    props.view = { ...views.vacu.empty };
    flushSync();
    tap("c2");
    Object.assign(props, { interactive: false });
    flushSync();
    expect(all(".confirm")).toHaveLength(0);
});

it("has buttons to confirm and to cancel", () => {
    draw(views.vacu.empty, { confirm: true });
    const [yes, no] = [0, 1].map((which) => () => all<HTMLButtonElement>(".confirm button")[which]!.click());
    tap("c3");
    no!();
    flushSync();
    expect(all(".ghost")).toHaveLength(0);
    tap("c3");
    yes!();
    expect(onplay.mock.calls).toEqual([["c3"]]);
});

it("needs no confirmation for a mouse", () => {
    draw(views.vacu.empty, { confirm: true });
    point("c3", "pointerdown");
    point("c3", "click");
    expect(onplay.mock.calls).toEqual([["c3"]]);
});

it("aims with a finger that rests, and plays where it is lifted", () => {
    vi.useFakeTimers();
    document.elementFromPoint = () => cell("d4");
    draw(views.vacu.empty);
    point("c3", "pointerdown", "touch");
    vi.advanceTimersByTime(500);
    point("c3", "pointermove", "touch");
    expect(onhover).toHaveBeenLastCalledWith("d4");
    point("c3", "pointerup", "touch");
    point("c3", "click", "touch");
    expect(onplay.mock.calls).toEqual([["d4"]]);
    vi.useRealTimers();
});

it("moves a cursor with the arrow keys and plays with Enter", () => {
    draw(views.vacu.empty);
    arrive("c3");
    press("ArrowRight", "ArrowUp");
    expect(tabStop()).toMatch(/^d4,/);
    expect(document.activeElement).toBe(cell("d4"));
    press("Home", "Enter");
    expect(onplay.mock.calls).toEqual([["a4"]]);
});

it("plays nothing by a key beside its cells", () => {
    draw(views.vacu.empty);
    for (const one of [all("[role=grid]")[0]!, all("[role=row]")[0]!]) {
        const enter = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true });
        one.dispatchEvent(enter);
        expect(enter.defaultPrevented).toBe(false);
    }
    expect(onplay).not.toHaveBeenCalled();
});

it("plays typed coordinates, shows them, and forgets them on Escape", () => {
    draw(views.vacu.empty);
    arrive("c3");
    press("e", "2");
    expect(all(".typed")[0]!.textContent!.trim()).toBe("e2: press Enter to play");
    press("Enter");
    expect(onplay.mock.calls).toEqual([["e2"]]);
    expect(all(".typed")).toHaveLength(0);
});

it("says why what is typed cannot be played, instead of how it is", async () => {
    const view = afterPlacing(views.vacu.empty, "c3");
    const why = vi.fn((move: string) => Promise.resolve(`${move} is occupied (V3).`));
    draw({ ...view, legal: { ...view.legal, points: view.legal.points.filter((one) => one !== "c3") } }, { why });
    const aloud = () => all("[aria-live]")[0]!.textContent;
    arrive("a1");
    press("c", "2");
    expect(aloud()).toBe("c2: press Enter to play");
    press("c", "3");
    expect(aloud()).toBe("");
    await tick();
    expect(aloud()).toBe("c3 is occupied.");
    expect(why.mock.calls).toEqual([["c3"]]);
    press("Escape");
    expect(aloud()).toBe("");
});

it("plays moves that are typed words, and answers those that are illegal", async () => {
    const legal = { ...views.kaomi.empty.legal, namedMoves: ["swap"] };
    const props = draw({ ...views.kaomi.empty, legal }, { why: () => Promise.resolve("Not now.") });
    const aloud = () => all("[aria-live]")[0]!.textContent;
    arrive("c3");
    press(..."swap");
    expect(all(".typed.unknown")).toHaveLength(0);
    expect(aloud()).toBe("swap: press Enter to play");
    press("Enter");
    expect(onplay.mock.calls).toEqual([["swap"]]);
    props.view = { ...views.kaomi.middle, legal: { ...views.kaomi.middle.legal, namedMoves: [] } };
    flushSync();
    press(..."swapsides");
    await tick();
    expect(aloud()).toBe("Not now.");
    press("Enter");
    expect(onillegal.mock.calls).toEqual([["swap"]]);
});

it("answers typed letters that name no point, and plays nothing", () => {
    draw(views.vacu.empty);
    arrive("c3");
    press("z", "9");
    expect(all(".typed.unknown")).toHaveLength(1);
    press("Enter");
    expect(onillegal.mock.calls).toEqual([["z9"]]);
    press("e", "Escape");
    expect(all(".typed")).toHaveLength(0);
    expect(onplay).not.toHaveBeenCalled();
});

it("leaves the arrow keys to the page once it was pointed at, until the cursor is called", () => {
    const onplay = vi.fn();
    draw(views.vacu.empty, { onplay });
    cell("c3").focus();
    point("c3", "pointerdown");
    const heard = vi.fn();
    document.body.addEventListener("keydown", heard);
    press("ArrowLeft");
    document.body.removeEventListener("keydown", heard);
    expect(heard).toHaveBeenCalledTimes(1);
    expect(tabStop()).toMatch(/^c3,/);
    // What nobody sees is not played.
    expect(all(".cursor")).toHaveLength(0);
    press("Enter");
    expect(onplay).not.toHaveBeenCalled();
    expect(all(".cursor")).not.toHaveLength(0);
    press("ArrowLeft");
    expect(tabStop()).toMatch(/^b3,/);
    press("Enter");
    expect(onplay.mock.calls).toEqual([["b3"]]);
});

it("has a cursor as soon as an arrow is pressed after it was given the focus", () => {
    draw(views.vacu.empty);
    cell("c3").focus();
    press("ArrowLeft");
    expect(tabStop()).toMatch(/^b3,/);
    expect(all(".cursor")).not.toHaveLength(0);
});

it("leaves the keys of the page alone", () => {
    draw(views.vacu.empty);
    arrive("c3");
    const heard = vi.fn();
    document.body.addEventListener("keydown", heard);
    press("?", "ArrowLeft");
    document.body.removeEventListener("keydown", heard);
    expect(heard).toHaveBeenCalledTimes(1);
});

it("animates what happened after a move and one move back, and nothing that is switched off", () => {
    const before = views.vacu.empty;
    const after = afterPlacing(before, "c3");
    const props = draw(before, { animate: true });
    props.view = after;
    flushSync();
    expect(animations).toHaveLength(1);
    props.view = before;
    flushSync();
    expect(animations).toHaveLength(2);
    vi.mocked(window.matchMedia).mockReturnValueOnce({ matches: true } as MediaQueryList);
    props.view = after;
    flushSync();
    expect(animations).toHaveLength(2);
});

it("goes on with an animation when the same view comes again, and ends it when another one comes", () => {
    const before = views.vacu.empty;
    const after = afterPlacing(before, "c3");
    const props = draw(before);
    props.view = after;
    flushSync();
    props.view = { ...after };
    flushSync();
    expect(cancel).not.toHaveBeenCalled();
    props.view = before;
    flushSync();
    expect(cancel).toHaveBeenCalledTimes(1);
});

it("marks the last move, also aloud", () => {
    draw(afterPlacing(views.vacu.empty, "c3"));
    expect(all(".last")).toHaveLength(1);
    expect(cell("c3").getAttribute("aria-label")).toBe("c3, black stone, last move");
});

it("marks the last move under a disc: a ring in it would be that of a captive", () => {
    const view = views.iago.middle;
    draw(view);
    const marks = all(".last");
    expect(marks.map((one) => one.tagName)).toEqual(["path"]);
    const stone = document.querySelector("[data-stone]")!;
    expect(marks[0]!.compareDocumentPosition(stone) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

it("shows turned stones as they will lie, as the view says", () => {
    const view = views.setup.flips;
    const [name, effects] = Object.entries(view.effects).find(([, one]) => one.flipped.length > 0)!;
    expect(Object.keys(effects.faces)).toEqual(effects.flipped);
    const [first] = effects.flipped;
    draw({ ...view, effects: { [name]: { ...effects, faces: { [first!]: "w" } } } });
    point(name, "pointerover");
    expect(all(".halo-fill")).toHaveLength(1);
    expect(all(".halo-fill + g .captive, .halo-fill ~ .captive")).toHaveLength(1);
});

it("marks the first stone of a turn that waits for its second", () => {
    draw(views.setup.turnOpen);
    expect(all(".waiting")).toHaveLength(1);
});

it("draws where a line leads, while the position is what is read and played", () => {
    const view = views.vacu.empty;
    draw(view, { picture: view.rows.map((row) => row.replaceAll(".", "B")) });
    expect(all("[data-stone]")).toHaveLength(view.points.length);
    expect(cell("c3").getAttribute("aria-label")).toContain("empty");
    point("c3", "pointerover");
    expect(all(".ghost")).toHaveLength(0);
    point("c3", "click");
    expect(onplay).toHaveBeenCalledWith("c3");
});

it("draws analysis: moves, numbers and expected owners", () => {
    const view = views.vacu.empty;
    draw(view, {
        marks: [
            { point: "c3", kind: "best", text: "54", sub: "1.2k", strength: 1 },
            { point: "d4", kind: "move", text: "49", strength: 0.2 },
            { point: "nowhere", kind: "move" },
            { point: "b2", kind: "text", text: "2" },
        ],
        ownership: view.points.map((_, place) => (place === 0 ? 0.9 : place === 1 ? -0.9 : 0)),
    });
    expect(all(".disc")).toHaveLength(2);
    expect(all(".best-ring")).toHaveLength(1);
    expect(all("rect.black")).toHaveLength(1);
    expect(all("rect.white")).toHaveLength(1);
    expect(all("svg text").map((one) => one.textContent)).toEqual(expect.arrayContaining(["54", "1.2k", "49", "2"]));
});

it.each([
    ["territory", views.vacu.finished, ".territory"],
    ["areas", views.iago.finished, "rect.area"],
    ["connection parts", views.vadus.finished, ".bridge"],
    ["cancelled groups", views.kaomi.finished, "text.cancelled"],
])("shows the count on request: %s", (_, view, selector) => {
    draw(view, { overlay: "none" });
    expect(all(selector)).toHaveLength(0);
    draw(view, { overlay: "count" });
    expect(all(selector).length).toBeGreaterThan(0);
});

it("draws a small picture from rows alone, hidden from screen readers", () => {
    const target = document.createElement("div");
    const props = { rows: ["B.", ".W"], shape: "square" as const, board: boardOf("vacu"), size: 80 };
    made.push(mount(MiniBoard, { target, props }));
    flushSync();
    const found = (selector: string): number => target.querySelectorAll(selector).length;
    expect(found("svg[aria-hidden=true][width='80'] circle.black")).toBe(1);
    expect(found("circle.white")).toBe(1);
    expect(found("[role],[tabindex]")).toBe(0);
});

it("keeps in sight what the last move did, until numbers are shown or another move is looked at", () => {
    const before = views.setup.flips;
    const [name, effects] = Object.entries(before.effects).find(([, one]) => one.flipped.length > 0)!;
    const placed = afterPlacing(before, name);
    const after = { ...placed, last: { ...placed.last!, effects } };
    const props = draw(after) as { marks?: Mark[] };
    const marked = () => document.querySelectorAll(".trace circle.turned, .trace .cross").length;
    const gone = effects.removed.filter((point) => after.rows.join("")[after.points.indexOf(point)] === ".");
    expect(marked()).toBe(Object.keys(effects.faces).length + gone.length);
    expect(marked()).toBeGreaterThan(0);
    props.marks = [{ point: name, kind: "text", text: "1" }];
    flushSync();
    expect(marked()).toBe(0);
});

it("shows where stones were pushed from", () => {
    const before = views.setup.wraps;
    const [name, effects] = Object.entries(before.effects).find(([, one]) => one.pushed.length > 0)!;
    const placed = afterPlacing(before, name);
    draw({ ...placed, last: { ...placed.last!, effects } });
    expect(document.querySelectorAll(".trace .arrow").length).toBeGreaterThanOrEqual(3 * effects.pushed.length);
});
