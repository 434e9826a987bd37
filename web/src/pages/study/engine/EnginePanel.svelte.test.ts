// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
vi.hoisted(() => vi.stubGlobal("matchMedia", () => ({ matches: false })));
import vacu from "../../../fixtures/views-vacu.json";
import { loadTexts } from "../../../lib/texts.svelte";
import type { Analysis } from "../../../engine/messages";
import type { View } from "../../../lib/types";
import { Engine } from "./engine.svelte";
import EnginePanel from "./EnginePanel.svelte";

const made: object[] = [];
beforeAll(() => loadTexts("en"));
afterEach(() => made.splice(0).forEach((component) => void unmount(component)));

/** An analysis whose moves come in an order. */
function analysis(...moves: string[]): Analysis {
    const moveInfos = moves.map((move, order) => ({
        move,
        order,
        visits: 100 - order,
        winrate: 0.5,
        scoreLead: 0,
        proven: null,
        pv: [move],
    }));
    const rootInfo = {
        currentPlayer: "B",
        seat: 1,
        winrate: 0.5,
        winrateError: 0.1,
        visits: 300,
        scoreLead: 0,
    };
    return { rootInfo: { ...rootInfo, proven: null }, moveInfos, ownership: null } as unknown as Analysis;
}

const plain = (found: Analysis | null) => found;
function show(more: object = {}, known = plain) {
    const engine = new Engine();
    engine.on = true;
    const props = {
        engine,
        view: { ...vacu.empty, ...more } as unknown as View,
        known,
        looked: null,
        owners: false,
        names: null,
        onswitch: () => undefined,
        onowners: () => undefined,
        onplay: () => undefined,
        onlook: () => undefined,
    };
    made.push(mount(EnginePanel, { target: document.body, props }));
    const told = (...moves: string[]) => {
        engine.analysis = analysis(...moves);
        flushSync();
    };
    return { engine, told };
}
const buttons = () => [...document.querySelectorAll<HTMLElement>("tbody button")];
const moveOf = (button: Element | null) => /[a-z]\d/.exec(button?.textContent ?? "")?.[0];

it("says which side leads, and by how much", () => {
    const { engine } = show();
    const leads = (scoreLead: number) => {
        const found = analysis("a1");
        engine.analysis = { ...found, rootInfo: { ...found.rootInfo, scoreLead } };
        flushSync();
        return document.querySelector(".margin")!.textContent!.replace(/\s+/g, " ").trim();
    };
    expect(leads(3.5)).toBe("Score lead for Black: +3.5 points");
    expect(leads(-8)).toBe("Score lead for White: +8.0 points");
    expect(leads(0)).toBe("Score lead for Black: 0.0 points");
});

it("says what a review has proven of the position, and that the search has not found how", async () => {
    const proof = { winrate: 0, winrateError: 0, scoreLead: -12, proven: "loss", distance: null };
    const { told } = show(
        {},
        (found) => found && ({ ...found, rootInfo: { ...found.rootInfo, ...proof } } as Analysis),
    );
    told("a1");
    const found = () => document.querySelector(".found")!.textContent!.replace(/\s+/g, " ");
    await vi.waitFor(() => expect(found()).toContain("0% Black"));
    expect(found()).toContain("Proven by the review: Black loses");
    expect(found()).toContain("it has not found the proof itself");
    expect(found()).toContain("Score lead for White: +12.0 points");
});
it("tells equal scores that the centre decides in words, and no half a point (I10)", () => {
    const { engine } = show({ score: { ...vacu.empty.score, kind: "product" } });
    const found = analysis("a1", "b2");
    const [won, open] = found.moveInfos;
    engine.analysis = {
        ...found,
        rootInfo: { ...found.rootInfo, winrate: 1, scoreLead: 0.5, proven: "win" },
        moveInfos: [
            { ...won!, winrate: 1, scoreLead: 0.5, proven: "win" },
            { ...open!, scoreLead: 0.5 },
        ],
    };
    flushSync();
    expect(document.querySelector(".margin")!.textContent!.trim()).toBe(
        "Equal scores, won by the disc on the centre: Black",
    );
    const cells = [...document.querySelectorAll("tbody td:nth-child(3)")];
    expect(cells.map((cell) => cell.textContent)).toEqual(["tie", "0"]);
});

it("says why a move comes before one that was looked at more", () => {
    const { engine, told } = show();
    const order = () => document.querySelector("section")!.textContent!.includes("the largest lead comes first");
    told("a1", "b2");
    expect(order()).toBe(false);
    const found = analysis("a1", "b2");
    engine.analysis = { ...found, moveInfos: found.moveInfos.map((info) => ({ ...info, visits: 50 + info.order })) };
    flushSync();
    expect(order()).toBe(true);
    engine.thinking = true; // what is first may change at any moment
    flushSync();
    expect(order()).toBe(false);
});

it("calls the size of a group no lead, which would be a difference", () => {
    const columns = () => [...document.querySelectorAll("thead th")].map((one) => one.textContent!.trim());
    show().told("a1");
    expect(columns()).toEqual(["Move", "Win rate", "Lead", "Visits"]);
    made.splice(0).forEach((component) => void unmount(component));
    show({ score: { ...vacu.empty.score, kind: "groups", unit: "group" } }).told("a1");
    expect(columns()).toEqual(["Move", "Win rate", "Biggest group", "Visits"]);
});

it("says of a move that is proven, and was not searched, that it is proven", () => {
    const { engine } = show();
    const found = analysis("a1", "b2");
    const [first, second] = found.moveInfos;
    engine.analysis = { ...found, moveInfos: [{ ...first!, visits: 0, winrate: 1, proven: "win" }, second!] };
    flushSync();
    const cells = [...document.querySelectorAll("tbody td:last-child")];
    expect(cells.map((cell) => cell.textContent!.trim())).toEqual(["proven", "99"]);
});

it("tells no win rate within an error that leaves everything open, but on demand", async () => {
    const { engine } = show();
    const found = analysis("a1");
    const told = (winrateError: number) => {
        engine.analysis = { ...found, rootInfo: { ...found.rootInfo, winrate: 0.62, winrateError } };
        flushSync();
        return document.querySelector(".found")!.textContent!.replace(/\s+/g, " ");
    };
    told(0.65);
    await vi.waitFor(() => expect(document.querySelector(".numbers")).not.toBeNull());
    expect(told(0.65)).toMatch(/– Black unclear62% ± 65 White –.* rough estimate/);
    expect(told(0.65)).not.toContain("± 65%");
    expect(document.querySelector(".numbers")!.getAttribute("title")).toBe("62% ± 65");
    // The moves under it are told no better.
    const chance = () => document.querySelector("tbody td")!;
    expect(chance().textContent).toBe("–");
    expect(chance().getAttribute("title")).toMatch(/^\d+%$/);
    expect(told(0.2)).toMatch(/62% Black White 38% ± 20% · rough estimate/);
    expect(document.querySelector(".numbers")!.hasAttribute("title")).toBe(false);
    expect(chance().textContent).toMatch(/^\d+%$/);
});

it("says by what the moves are ordered", () => {
    show().told("a1");
    expect(document.querySelector("thead th")!.getAttribute("title")).toMatch(/^Order: forced wins, then by visits/);
});

it("keeps the focus on the place of a move that has left the list, and takes none that was elsewhere", () => {
    const { told } = show();
    told("a1", "b2", "c3");
    buttons()[2]!.focus();
    told("a1", "d4");
    expect(moveOf(document.activeElement)).toBe("d4");
    (document.activeElement as HTMLElement).blur();
    told("d4", "a1");
    expect(document.activeElement).toBe(document.body);
});

it("counts no fewer visits than its moves have: some had theirs before the position was looked at itself", () => {
    const { engine, told } = show();
    const counted = () => document.querySelector(".foot")!.textContent!;
    told("a1");
    expect(counted()).toContain("300 visits");
    engine.analysis = { ...analysis("a1", "b1", "c1", "d1") };
    flushSync();
    expect(counted()).toContain("394 visits");
});
