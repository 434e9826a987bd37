import { describe, expect, it } from "vitest";
import facts from "../../fixtures/facts.json";
import { isExcluded } from "../../lib/positions/options";
import type { GameFacts } from "../../lib/types";
import {
    clockRules,
    defaults,
    fit,
    fitted,
    invitation,
    levelOf,
    type OwnTime,
    request,
    resized,
    timeRules,
} from "./options";

const games = facts as unknown as GameFacts[];
const game = (name: string) => games.find((one) => one.name === name)!;

describe("defaults", () => {
    it("are what each game itself calls usual", () => {
        expect(defaults(game("vacu")).options).toEqual({ size: 9, komi: 0, setup: "fixed" });
        expect(defaults(game("iago")).options).toEqual({});
    });
});

describe("fit", () => {
    const even = { default: 0, low: 0, high: 8, step: 2 };
    it.each([
        [3.2, 4],
        [-5, 0],
        [99, 8],
        [Number.NaN, 0],
    ])("brings %d to %d", (value, wanted) => expect(fit(even, value)).toBe(wanted));
});

describe("fitted", () => {
    it("takes what was kept as far as the game allows it", () => {
        const kept = fitted(game("vacu"), {
            options: { size: 40, komi: 7, setup: "other", pie: true },
            level: 8,
        });
        expect(kept.options).toEqual({ size: 19, komi: 7, setup: "fixed" });
        expect(kept.level).toBe(8);
    });
    it.each([
        ["vacu", 12, 10],
        ["iago", 12, 11],
        ["squared", 12, 12],
        ["vacu", "max", "max"],
    ] as const)("in %s level %s becomes one that there is", (name, level, nearest) => {
        expect(fitted(game(name), { level }).level).toBe(nearest);
    });
    it("does not take over that a game was shown to strangers", () => {
        expect(fitted(game("vacu"), { public: true }).public).toBe(false);
    });
});

describe("on a board of another size", () => {
    it("komi is no more than there are points, or their square (S4)", () => {
        const [vacu, squared] = [game("vacu"), game("squared")];
        expect(resized(vacu, { size: 9, komi: 40, setup: "fixed" }, 5)).toEqual({ size: 5, komi: 25, setup: "fixed" });
        expect(resized(squared, { size: 7, komi: 2400 }, 3)).toEqual({ size: 3, komi: 80 });
        expect(resized(squared, { size: 3, komi: 80 }, 13)).toEqual({ size: 13, komi: 80 });
        expect(fitted(squared, { options: { size: 5, komi: 2400 } }).options.komi).toBe(624);
    });
});

describe("levelOf", () => {
    it.each([
        ["1", 1],
        ["10", 10],
        ["max", "max"],
        ["0", null],
        ["11", null],
        ["1.5", null],
        ["strong", null],
        ["", null],
        [null, null],
    ])("reads %j as %j", (text, level) => expect(levelOf(text, 10)).toBe(level));
    it("knows how many levels there are", () =>
        expect(["12", "13"].map((text) => levelOf(text, 12))).toEqual([12, null]));
});

describe("request", () => {
    const vacu = game("vacu");
    it("puts the computer opposite the chosen side", () => {
        const choices = { ...defaults(vacu), level: 6, side: "second" as const };
        expect(request(vacu, choices, 0).seats).toEqual({
            1: { kind: "computer", level: 6 },
            2: { kind: "human" },
        });
        expect(request(vacu, { ...choices, side: "random" }, 0.2).seats[1].kind).toBe("human");
        expect(request(vacu, { ...choices, side: "random" }, 0.7).seats[2].kind).toBe("human");
    });
    it("seats two people", () => {
        const { seats } = request(vacu, { ...defaults(vacu), opponent: "human" }, 0);
        expect([seats[1].kind, seats[2].kind]).toEqual(["human", "human"]);
    });
    it("sends no komi into an auction", () => {
        const choices = { ...defaults(vacu), options: { size: 9, komi: 7, setup: "auction" } };
        expect(request(vacu, choices, 0).options).toEqual({ size: 9, komi: 0, setup: "auction" });
    });
});

describe("isExcluded", () => {
    it("says which options cannot be given beside others, as text or as they are", () => {
        const { komi, size } = game("squared").options;
        expect(isExcluded(komi!, { setup: "auction" })).toBe(true);
        expect(isExcluded(komi!, { setup: "fixed" })).toBe(false);
        expect(isExcluded(size!, { setup: "auction" })).toBe(false);
        const option = { default: 0, low: 0, high: 9, step: 1, notWith: { pie: [true] }, highBySize: {} };
        expect([true, "true", false].map((pie) => isExcluded(option, { pie }))).toEqual([true, true, false]);
    });
});

describe("clockRules", () => {
    const choices = defaults(game("kaomi"));
    it("has none, ready ones and own ones", () => {
        expect(clockRules(choices)).toBeNull();
        expect(clockRules({ ...choices, clock: "short" })).toEqual({
            kind: "increment",
            main: 300,
            increment: 5,
        });
        const own = { kind: "byoyomi" as const, minutes: 2, increment: 0, periods: 4, period: 20 };
        expect(clockRules({ ...choices, clock: "own", own })).toEqual({
            kind: "byoyomi",
            main: 120,
            periods: 4,
            period: 20,
        });
    });
});

describe("timeRules", () => {
    const choices = defaults(game("kaomi"));
    const own = (ownTime: Partial<OwnTime>) =>
        timeRules({ ...choices, time: "own", ownTime: { ...choices.ownTime, ...ownTime } });
    it("has ready ones", () => {
        expect(timeRules({ ...choices, time: "blitz" })).toEqual({ kind: "fischer", main: 180, increment: 5 });
    });
    it("has those of one's own, in seconds and days", () => {
        expect(own({ minutes: 2, increment: 3 })).toEqual({ kind: "fischer", main: 120, increment: 3, cap: null });
        expect(own({ kind: "byoyomi", minutes: 0, periods: 4, period: 20 })).toEqual({
            kind: "byoyomi",
            main: 0,
            periods: 4,
            period: 20,
        });
        expect(own({ kind: "delay", minutes: 2, delay: 7 })).toEqual({ kind: "delay", main: 120, delay: 7 });
        expect(own({ kind: "days", days: 4 })).toEqual({ kind: "days", days: 4 });
    });
    it("caps nothing below what a player begins with", () => {
        expect(own({ minutes: 10, cap: 4 })).toMatchObject({ cap: 600 });
        expect(own({ minutes: 10, cap: 15 })).toMatchObject({ cap: 900 });
    });
});

describe("invitation", () => {
    const secrets = { token: "t", invitation: "i" };
    const chosen = { ...defaults(game("vacu")), opponent: "link" as const };
    it("is for a friend, by link alone", () => {
        expect(invitation(game("vacu"), chosen, false, secrets)).toMatchObject({ ...secrets, seat: 1, public: false });
        expect(invitation(game("vacu"), { ...chosen, side: "second" }, false, secrets).seat).toBe(2);
    });
    it("is for anybody, and chance decides on the server", () => {
        const anybody = { ...chosen, opponent: "anybody" as const, side: "random" as const, public: true };
        const wanted = { token: "t", invitation: null, seat: null, public: true };
        expect(invitation(game("vacu"), anybody, false, secrets)).toMatchObject(wanted);
    });
    it("is for one person by name, and needs no secret", () => {
        const person = { ...chosen, opponent: "person" as const };
        const wanted = { token: "t", invitation: null, challenged: "Mina" };
        expect(invitation(game("vacu"), person, true, secrets, "Mina")).toMatchObject(wanted);
        expect(invitation(game("vacu"), chosen, true, secrets, "Mina").challenged).toBeNull();
    });
    it("is for a rated game where somebody has signed in, and all but the size is usual", () => {
        const rated = { ...chosen, rated: true };
        const isRated = (choices: typeof rated, signed = true) =>
            invitation(game("vacu"), choices, signed, secrets).rated;
        expect(isRated(rated)).toBe(true);
        expect(isRated(rated, false)).toBe(false);
        expect(isRated({ ...rated, rated: false })).toBe(false);
        expect(isRated({ ...rated, options: { ...rated.options, size: 9 } })).toBe(true);
        expect(isRated({ ...rated, options: { ...rated.options, setup: "fixed", komi: 20 } })).toBe(false);
        expect(isRated({ ...rated, options: { ...rated.options, setup: "auction", komi: 20 } })).toBe(true);
    });
});
