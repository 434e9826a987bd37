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

function show() {
    const engine = new Engine();
    engine.on = true;
    const props = {
        engine,
        view: vacu.empty as unknown as View,
        looked: null,
        owners: false,
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
