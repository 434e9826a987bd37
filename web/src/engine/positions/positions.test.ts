import { afterEach, describe, expect, test, vi } from "vitest";
import engine from "../../fixtures/engine.json";
import kaomi from "../../fixtures/views-kaomi.json";
import iago from "../../fixtures/views-iago.json";
import setup from "../../fixtures/views-setup.json";
import vacu from "../../fixtures/views-vacu.json";
import vadus from "../../fixtures/views-vadus.json";
import type { View } from "../../lib/types";
import { Board } from "./board";
import { GameState } from "./gameState";
import { readGame } from "./game";
import { answers } from "../interface";
import { Kernels } from "../kernels";
import { Positions, Refusal } from "./positions";
import { Sentences } from "./sentences";
import { games, sentences, source } from "../loading.testing";
import { fetched, given, SourceError } from "../source";
import { halves, signs } from "./wording";
import { begin, stripped, wholeNumber, tokensOf } from "./reading";

const load = () => Positions.load(source, "en");

/** What a refused question is answered with. */
function problemOf(work: () => unknown): string {
    try {
        work();
    } catch (error) {
        if (error instanceof Refusal) return error.problem.detail;
        throw error;
    }
    throw new Error("it was not refused");
}

describe("positions", () => {
    const all = [vacu, kaomi, iago, vadus, setup].flatMap((file) => Object.values(file)) as unknown as View[];

    test.each(all.map((view) => [view.line, view] as const))("%s is as the server has it", async (line, view) => {
        const positions = await load();
        await positions.ready(line);
        expect(positions.view(line)).toEqual(view);
    });

    test("a move goes on from the line before it", async () => {
        const positions = await load();
        await positions.ready("kaomi");
        const first = positions.view("kaomi(size=5) moves c3");
        const second = positions.viewAfter(first.line, "Swap");
        expect(second.line).toBe(`${first.line},swap`);
        expect(positions.view(second.line)).toEqual(second);
        expect(positions.view(first.line)).toEqual(first);
        expect(positions.movesOf(second.line).map(({ move, settles }) => [move, settles])).toEqual([
            ["c3", false],
            ["swap", true],
        ]);
    });

    test("what is refused leaves everything as it was", async () => {
        const positions = await load();
        await positions.ready("vadus");
        const before = positions.view("vadus(size=3) moves c3");
        expect(problemOf(() => positions.viewAfter(before.line, "a1,a1"))).toContain("a1 is occupied");
        expect(problemOf(() => positions.view(`${before.line},a1,c3,a2`))).toContain("Move 3 of the list");
        expect(positions.whyNot(before.line, "a1,a2,a3")).toContain("is not one turn");
        expect(positions.whyNot(before.line, "a1,a2")).toBeNull();
        expect(positions.whyNot(before.line, "swap")).toContain("points have names such as a1");
        await positions.ready("squared");
        expect(positions.whyNot("squared(size=3)", " Swap ")).toContain("“Swap” is not a move here: komi makes up");
        expect(positions.view(before.line)).toEqual(before);
    });

    test.each([
        ["kaomi(size=5) moves c3 swap c4", "c3,swap,c4"],
        ["kaomi(size=5) moves 1. c3 swap 2. c4", "c3,swap,c4"],
        ["kaomi(size=5) moves C3\nswap  c4", "c3,swap,c4"],
        ["vacu(size=3,setup=auction) moves komi 4 black b2", "komi 4,black,b2"],
    ])("a list may have blanks instead of commas, and numbers: %j", async (line, moves) => {
        const positions = await load();
        await positions.ready(line.split("(")[0]!);
        expect(positions.view(line).line.split(" moves ")[1]).toBe(moves);
    });

    test("where no group is left, the colour that loses is named", async () => {
        const positions = await load();
        await positions.ready("kaomi");
        const told = (moves: string) => positions.view(`kaomi(size=5) moves ${moves}`).count.decided;
        expect(told("a1,e5")).toBe("No group is left: White placed the last stone and loses.");
        expect(told("a1,swap,e5")).toBe("No group is left: White placed the last stone and loses.");
        expect(positions.view("kaomi(size=2) WB/WB B").outcome!.sentence).toContain("White placed the last stone");
    });

    test("equal groups written together are no product", async () => {
        const positions = await load();
        await positions.ready("vadus");
        const { scoreText } = positions.view("vadus(size=5) moves a1,i1,i2,a3,a5,i3,i4,c1,c3");
        expect(scoreText.B).toBe("−1 (×5)");
    });

    test("in a sentence many equal groups are told in words", async () => {
        const positions = await load();
        await positions.ready("kaomi");
        const { outcome, scoreText } = positions.view("kaomi(size=5) WWWBW/WWBBB/WBBWW/BBBBB/WBWBW W");
        expect(scoreText).toEqual({ B: "13", W: "6, 2, 1 (×4)" });
        expect(outcome!.sentence).toMatch(/Black 13; White 6, 2, and 4 groups of 1 each\.$/);
    });

    test("a text that cannot be used is a problem, as the server answers", async () => {
        const positions = await load();
        await expect(positions.ready("nothing")).rejects.toThrow("there is no game");
        await positions.ready("vacu");
        try {
            positions.view("vacu(size=3) .../... B");
        } catch (error) {
            const { problem } = error as Refusal;
            expect(problem.type).toBe("urn:fieldstone:problem:position");
            expect(problem.status).toBe(422);
        }
        expect.assertions(3);
    });

    test("a game that was not started is an error of ours, and not of who asks", async () => {
        const positions = await load();
        expect(() => positions.view("iago")).toThrow("iago is not ready");
    });

    test("a module that did not come is asked for again", async () => {
        let asked = 0;
        const positions = await Positions.load(
            {
                ...source,
                module: () => ((asked += 1) > 1 ? source.module("kaomi", "en") : Promise.reject(new Error("lost"))),
            },
            "en",
        );
        await expect(positions.ready("kaomi")).rejects.toThrow("lost");
        await Promise.all([positions.ready("kaomi"), positions.ready("squared")]);
        expect(asked).toBe(2);
        expect(positions.view("kaomi(size=3)").rows).toEqual(["...", "...", "..."]);
    });

    test("the kernels' memory is given back, however many games are looked at", async () => {
        const starts = vi.spyOn(Kernels, "start");
        const positions = await load();
        await positions.ready("vacu");
        const made = await Promise.all(starts.mock.results.map(({ value }) => value as Promise<Kernels>));
        starts.mockRestore();
        const used = () => made.reduce((sum, { memory }) => sum + memory.memory.buffer.byteLength, 0);
        const look = (komi: number) => {
            const line = `vacu(size=9,komi=${komi}) moves c3,d4`;
            expect(positions.view(line).ply).toBe(2);
            expect(positions.position(line).history).toHaveLength(2);
        };
        for (let komi = 0; komi < 10; komi += 1) look(komi);
        const before = used();
        expect(before).toBeGreaterThan(2 ** 21);
        for (let komi = 10; komi < 40; komi += 1) look(komi);
        for (let ply = 0, line = "vacu(size=9)"; ply < 30; ply += 1) {
            const view = positions.view(line);
            positions.position(line);
            line = positions.viewAfter(line, view.legal.points[ply]!).line;
        }
        expect(used()).toBe(before);
    });

    test("positions for searches stay beside each other", async () => {
        const positions = await load();
        await positions.ready("kaomi");
        const [first, second] = ["kaomi(size=3) moves a1", "kaomi(size=3) moves a1,c3"].map((line) =>
            positions.position(line),
        );
        expect([first!.history, second!.history]).toEqual([[0], [0, 8]]);
        expect(first!.rules).toBe(second!.rules);
        expect(first!.legal()).toHaveLength(9);
        expect(second!.legal()).toHaveLength(7);
    });
});

describe("a repetition", () => {
    test("is one of whole positions, and not of their keys (V9)", async () => {
        const said = new Sentences(sentences);
        const game = readGame(games, "vacu(size=3)", said);
        const current = new GameState(await Kernels.start(await source.module("vacu", "en")), games.common, game, said);
        const { memory } = current.rules.kernels;
        current.setUp([]);
        current.play("b2");
        const key = memory.bits(current.position.look(current.action("a1")!), "key");
        memory.fillBits(current.position.pastKeys, [key, key]);
        expect(current.position.copy().play(current.action("a1")!)).toBe(answers.REPEATED);
        expect(current.play("a1")).toBeNull();
        expect(current.position.over).toBe(false);
        expect(current.play("c3")).toBeNull();
    });
});

describe("files", () => {
    afterEach(() => vi.unstubAllGlobals());

    test("are fetched once, and again where that failed", async () => {
        const asked: string[] = [];
        vi.stubGlobal("fetch", async (address: string) => {
            asked.push(address);
            const status = asked.length === 1 ? 503 : 200;
            return new Response(JSON.stringify(engine.games), { status });
        });
        const files = fetched("/engine");
        await expect(files.games()).rejects.toThrow(SourceError);
        expect(await files.games()).toEqual(games);
        expect(await files.games()).toEqual(games);
        expect(asked).toEqual(["/engine/games.json", "/engine/games.json"]);
    });

    test("that a server refuses come with what it says, in the language of who asks", async () => {
        const stale = { type: "urn:fieldstone:problem:stale-kernels", title: "", status: 500, detail: "make kernels" };
        const told: unknown[] = [];
        vi.stubGlobal("fetch", async (address: string, { headers }: RequestInit) => {
            told.push([address, headers]);
            const type = told.length === 1 ? "application/problem+json" : "text/html";
            return new Response(JSON.stringify(stale), { status: 500, headers: { "Content-Type": type } });
        });
        const files = fetched("/engine");
        await expect(files.module("vacu", "ko")).rejects.toMatchObject({ status: 500, problem: stale });
        await expect(files.module("vacu", "ja")).rejects.toMatchObject({ status: 500, problem: null });
        expect(told).toEqual(["ko", "ja"].map((one) => ["/engine/vacu.wasm", { "Accept-Language": one }]));
    });

    test("that are there already are read by their names", async () => {
        const files = given(new Map([["games.json", new TextEncoder().encode(JSON.stringify(games))]]));
        expect(await files.games()).toEqual(games);
        await expect(files.sentences("en")).rejects.toThrow("sentences.en.json was answered with 404");
    });
});

describe("tokens", () => {
    test("are split and counted as Python does", () => {
        expect(tokensOf("\u00a0a\x1cb \u3000c\x85")).toEqual(["a", "b", "c"]);
        expect(tokensOf("\ufeffa")).toEqual(["\ufeffa"]);
        expect(stripped("\u2028 a b\x1f")).toBe("a b");
        expect(begin("𝔾𝔾𝔾", 2)).toBe("𝔾𝔾");
        expect(["7", "007", "1234567890", "٣", "-1", ""].map(wholeNumber)).toEqual([7, 7, null, null, null, null]);
    });

    test("scores are written with halves and real minus signs", () => {
        expect([0, 3, 0.5, 12.5, -0.5].map(halves)).toEqual(["0", "3", "½", "12½", "-1½"]);
        expect(signs("5, -1 (×4) - x")).toBe("5, −1 (×4) - x");
    });

    test("sentences have what they speak of, in the right form", () => {
        const said = new Sentences({
            language: "en",
            categories: ["one", "other"],
            texts: {
                "colour.B": "Black",
                a: "{colour}: $& {name}",
                b: { by: "n", one: "{n} stone", other: "{n} stones" },
            },
        });
        expect(said.say("a", { colour: "B", name: "{colour}" })).toBe("Black: $& {colour}");
        expect([0, 1, 2].map((n) => said.say("b", { n }))).toEqual(["0 stones", "1 stone", "2 stones"]);
        expect(() => said.say("a", { name: "x" })).toThrow("a speaks of {colour}");
        expect(() => said.say("c")).toThrow("nothing is said for c");
    });
});

test("boards know their points and neighbours", () => {
    const board = new Board(games.boards.hexagon!, 2);
    expect(board.names).toEqual(["a1", "a2", "b1", "b2", "b3", "c1", "c2"]);
    expect(board.rows([..."abcdefg"])).toEqual(["fg", "cde", "ab"]);
    const beside = (name: string) => board.names.filter((_, one) => board.adjacent(board.index.get(name)!, one));
    expect(beside("b2")).toEqual(["a1", "a2", "b1", "b3", "c1", "c2"]);
    expect(beside("a1")).toEqual(["a2", "b1", "b2"]);
});
