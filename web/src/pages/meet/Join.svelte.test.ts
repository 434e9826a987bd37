// @vitest-environment jsdom
import { mount, tick, unmount } from "svelte";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { boardOf } from "../../fixtures/facts.testing";
import { ApiError } from "../../lib/problems";
import { loadTexts } from "../../lib/texts.svelte";
import type { StoredGame } from "../../lib/types";
import type { Meeting } from "../../online/meeting.svelte";

vi.stubGlobal("matchMedia", () => ({ matches: false })); // what jsdom lacks
vi.mock("../../lib/api", () => ({ facts: () => Promise.resolve([]) }));
vi.mock("../../online/offered", () => ({ signedIn: () => Promise.resolve(null) }));
const { default: Join } = await import("./Join.svelte");

const refusal = (name: string): ApiError =>
    new ApiError({ type: `urn:fieldstone:problem:${name}`, title: "", status: 409, detail: `because of ${name}` });
const game = {
    game: "vacu",
    rows: ["...", "...", "..."],
    shape: "square",
    board: boardOf("vacu"),
    view: { game: "vacu" },
};

/** What the page does when the seat is refused: what it says, and whether somebody else has it. */
async function refused(name: string): Promise<[string | undefined, boolean[]]> {
    const told: boolean[] = [];
    const join = () => Promise.reject(refusal(name));
    const meeting = { table: { players: [null, null], rated: false }, join } as unknown as Meeting;
    const props = { meeting, game: game as unknown as StoredGame, title: "Vacu", invitation: null };
    const page = mount(Join, { target: document.body, props: { ...props, ondone: (taken) => void told.push(taken) } });
    document.querySelector<HTMLButtonElement>("button")!.click();
    await new Promise((done) => setTimeout(done));
    await tick();
    const said = document.querySelector("[role=alert]")?.textContent;
    void unmount(page);
    return [said, told];
}

beforeAll(() => loadTexts("en"));

describe("a seat that is refused", () => {
    it("is somebody else's only where the server says so", async () => {
        expect((await refused("online-taken"))[1]).toEqual([false]);
    });
    it.each(["online-maker-away", "online-own-seek", "online-no-invitation", "online-apart"])(
        "is refused for the reason that the server gives: %s",
        async (name) => expect(await refused(name)).toEqual([`because of ${name}`, []]),
    );
});

it("says from whom an invitation comes, also while one sits down", async () => {
    const [host, me] = ["Ada", "Ben"].map((name) => ({
        name,
        guest: false,
        rating: null,
        provisional: false,
        change: null,
    }));
    let answer: () => void = () => undefined;
    const meeting = $state({
        table: { players: [null, host], rated: false, challenge: null },
        join: () => new Promise<void>((done) => (answer = done)),
    });
    const props = { meeting: meeting as unknown as Meeting, game: game as unknown as StoredGame, title: "Vacu" };
    const page = mount(Join, {
        target: document.body,
        props: { ...props, invitation: null, ondone: () => undefined },
    });
    const from = () => document.querySelector("h1 + p")!.textContent;
    expect(from()).toContain("Ada");
    document.querySelector<HTMLButtonElement>("button")!.click();
    meeting.table = { ...meeting.table, players: [me!, host!] };
    await tick();
    expect(from()).toContain("Ada");
    answer();
    void unmount(page);
});
