import { describe, expect, test } from "vitest";
import { AnalysisRun } from "./analysis";
import { kinds } from "../interface";
import { Kernels } from "../kernels";
import { LevelPlayer, levelOf } from "./level";
import { Position, Rules } from "../position";
import { ReviewRun, type Entry } from "./review";
import { rounded } from "../positions/rounding";
import { Search, Workspace } from "./search";
import { Workspaces } from "./workspaces";

// The module as the page's build finds it, in base64.
const KAOMI = import.meta.glob("../../../../src/fieldstone/games/kaomi/kernels.wasm", {
    query: "?inline",
    import: "default",
    eager: true,
});
const [ADDRESS] = Object.values(KAOMI) as string[];
const BYTES = Uint8Array.from(atob(ADDRESS!.slice(ADDRESS!.indexOf(",") + 1)), (one) => one.charCodeAt(0));
const MODULE = await WebAssembly.compile(BYTES);
const TEXTS = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3", "swap"];
const POINTS = TEXTS.slice(0, 9);

const kaomi = async () => new Rules(await Kernels.start(MODULE), "kaomi", [0, 3, 1], TEXTS);

describe("levels", () => {
    test("play whole games, the same from a seed", async () => {
        const rules = await kaomi();
        const play = (seed: bigint) => {
            const player = new LevelPlayer(new Workspace(rules, seed, 4), rules.kernels.facts.games.kaomi!.levels[0]!);
            const position = new Position(rules);
            while (!position.over) position.play(player.begin(position).run().choice!);
            return position.history.join();
        };
        expect(play(5n)).toBe(play(5n));
        expect(new Set([1n, 2n, 3n, 4n].map(play)).size).toBeGreaterThan(1);
    });

    test("hear a stop, and end in time", async () => {
        const rules = await kaomi();
        const facts = rules.kernels.facts.games.kaomi!;
        const player = new LevelPlayer(new Workspace(rules, 1n, 8), levelOf(facts, "max"));
        const position = new Position(rules);
        expect([player.done, player.choice, player.progress]).toEqual([false, null, 0]);
        expect(player.begin(position, 0.05).run().choice).not.toBeNull();
        player.begin(position);
        player.step();
        expect(player.choice).toBeNull();
        player.stop();
        expect(position.legal()).toContain(player.run().choice);
        expect(player.chance).toBeGreaterThan(0);
    });

    test("that are none are refused", async () => {
        const facts = (await kaomi()).kernels.facts.games.kaomi!;
        expect(facts.levels).toHaveLength(12);
        expect(levelOf(facts, 12).net).toBe(true);
        expect(() => levelOf(facts, 13)).toThrow(RangeError);
        expect(() => levelOf(facts, 0)).toThrow('there are levels 1 to 12 and "max", not 0');
    });
});

describe("analyses", () => {
    test("repeat themselves from a seed, however often they are read", async () => {
        const rules = await kaomi();
        const position = new Position(rules);
        const analyse = (reads: boolean) => {
            const request = { simulations: 300, owners: true, seed: 4n };
            const run = new AnalysisRun(position, new Workspace(rules, 4n, 8), request);
            while (!run.done) {
                run.step();
                if (reads) expect(run.read(false).isDuringSearch).toBe(true);
            }
            return run.read(true);
        };
        const found = analyse(false);
        expect(analyse(true)).toEqual(found);
        expect(found.isDuringSearch).toBe(false);
        expect(found.moveInfos).toHaveLength(9);
        expect(found.ownership).toHaveLength(9);
        expect(Object.keys(found.expected!)).toEqual(["B", "W"]);
    });

    test("tell of no more than they are asked for, and end with a stop", async () => {
        const rules = await kaomi();
        const request = { moves: 2, owners: false, seed: 1n };
        const run = new AnalysisRun(new Position(rules), new Workspace(rules, 1n, 8), request);
        expect(run.read(false).rootInfo.visits).toBe(0);
        for (let steps = 0; steps < 5; steps += 1) run.step();
        expect(run.done).toBe(false);
        run.stop();
        const found = run.run().read(true);
        expect(found.isDuringSearch).toBe(true);
        expect(found.rootInfo.visits).toBeGreaterThan(0);
        expect(found.moveInfos.map((one) => one.order)).toEqual([0, 1]);
        expect([found.ownership, found.expected]).toEqual([null, null]);
    });

    test("of a proven end stop by themselves", async () => {
        const rules = await kaomi();
        const position = new Position(rules);
        for (const action of [4, 0, 1, 2, 3, 5]) position.play(action);
        const run = new AnalysisRun(position, new Workspace(rules, 1n, 8), { owners: true, seed: 1n }).run();
        const { rootInfo, moveInfos } = run.read(true);
        expect(["win", "loss", "draw"]).toContain(rootInfo.proven);
        expect(rootInfo.winrateError).toBe(0);
        expect(rootInfo.distance).toBe(moveInfos[0]!.distance! + 1);
    });
});

describe("reviews", () => {
    const REQUEST = { simulations: 60, seed: 2n, megabytes: 4 };
    const game = async () => {
        const position = new Position(await kaomi());
        for (const action of [4, 9, 0, 8, 2]) position.play(action);
        return position;
    };
    const finish = (run: ReviewRun): Entry[] => {
        const found: Entry[] = [];
        while (!run.done) {
            const entry = run.step();
            if (entry) found.push(entry);
        }
        return found;
    };

    test("go on from whatever has been found, and say the same", async () => {
        const end = await game();
        const whole = new ReviewRun(end, await kaomi(), REQUEST);
        expect(whole.read()).toMatchObject({ isComplete: false, moves: [], winrates: Array(6).fill(null) });
        const entries = finish(whole);
        for (const known of [1, 3, entries.length]) {
            const run = new ReviewRun(end, await kaomi(), REQUEST);
            expect(run.recall(entries.slice(0, known))).toBe(known);
            expect(finish(run)).toEqual(entries.slice(known));
            expect(run.read()).toEqual(whole.read());
        }
        expect(new ReviewRun(end, await kaomi(), REQUEST).recall(entries.slice(1))).toBe(0);
    });

    test("say how much of what closer looks may take has been taken, as far as they have come", async () => {
        const end = await game();
        const whole = new ReviewRun(end, await kaomi(), REQUEST);
        const told = [whole.again];
        const entries: Entry[] = [];
        while (!whole.done) {
            const entry = whole.step();
            if (!entry) continue;
            entries.push(entry);
            told.push(whole.again);
        }
        const closer = told.filter((part) => part !== null);
        expect(told.slice(0, -1)).toEqual([
            ...told.filter((part, at) => part === null && at < told.length - 1),
            ...closer,
        ]);
        expect(told.at(-1)).toBeNull();
        // Six positions: at most 18 times the usual length, of which a second search takes 4. A move that is found best
        // by then has its first.
        const rounds = entries.map((entry) => entry.rounds);
        const looked = told.indexOf(0);
        expect(new Set(rounds.slice(0, looked))).toEqual(new Set([1]));
        expect(new Set(rounds.slice(looked))).toEqual(new Set([1, 2]));
        expect(closer.at(-1)).toBeLessThanOrEqual(1);
        expect(closer).toEqual(
            rounds
                .map((_, at) => (4 * rounds.slice(0, at + 1).filter((number) => number === 2).length) / 18)
                .slice(looked - 1, -1),
        );
        const recalled = new ReviewRun(end, await kaomi(), REQUEST);
        recalled.recall(entries.slice(0, -1));
        expect(recalled.again).toBe(told.at(-2));
    });

    test("say of a move what lies between two values of the graph", async () => {
        const run = new ReviewRun(await game(), await kaomi(), REQUEST);
        finish(run);
        const { winrates, moves, players, isComplete } = run.read();
        expect(isComplete).toBe(true);
        for (const { ply, seat, winrateLoss } of moves) {
            const gone = winrates[ply - 1]! - winrates[ply]!;
            expect(winrateLoss).toBeCloseTo(seat === 1 ? gone : -gone, 5);
            expect(winrateLoss).toBeGreaterThanOrEqual(0);
        }
        expect(players.map((one) => one.moves)).toEqual([3, 2]);
    });
});

describe("workspaces", () => {
    test("are found again by whom they belong to, until the game is another", async () => {
        const [rules, other] = [await kaomi(), new Rules(await Kernels.start(MODULE), "kaomi", [0, 3, 0], POINTS)];
        const [position, without] = [new Position(rules), new Position(other)];
        const places = new Workspaces(2, 4);
        const first = await places.of(position, "first", 1n);
        const second = await places.of(position, "second", 1n);
        expect(first.rules.kernels.memory).not.toBe(second.rules.kernels.memory);
        expect(await places.of(position, "first", 1n)).toBe(first);
        expect(await places.of(position, "first", 2n)).not.toBe(first);
        expect(await places.of(position, "second", 1n)).toBe(second);
        await places.of(position, "third", 1n);
        const again = await places.of(position, "second", 1n);
        expect(again).toBe(second);
        expect(await places.of(without, "second", 1n)).not.toBe(second);
        expect(again.fits(position)).toBe(true);
        expect(again.fits(Object.create(position, { known: { value: 1e6 } }) as Position)).toBe(false);
    });

    test("search positions of other memories, and find the same", async () => {
        const [rules, other] = [await kaomi(), await kaomi()];
        const position = new Position(rules);
        for (const action of [4, 0, 1]) position.play(action);
        const request = { kind: kinds.CHOOSE, limit: { simulations: 200 } };
        const found = [rules, other].map((one) =>
            new Search(position, new Workspace(one, 3n, 8), request).run().found(3),
        );
        expect(found[1]).toEqual(found[0]);
    });
});

test("numbers are rounded as Python rounds them", () => {
    const given: [number, number, number][] = [
        [0.0078125, 6, 0.007812],
        [0.0234375, 6, 0.023438],
        [-0.0078125, 6, -0.007812],
        [0.1234565, 6, 0.123456],
        [2.675, 2, 2.67],
        [1.005, 2, 1],
        [-0.0001, 3, 0],
        [12.5, 3, 12.5],
        [0.375, 2, 0.38],
        [0.125, 2, 0.12],
    ];
    for (const [value, digits, wanted] of given) expect(rounded(value, digits)).toBe(wanted);
});
