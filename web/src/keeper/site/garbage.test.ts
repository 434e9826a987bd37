/** Whatever an address or a file says, there is a clear refusal or a position, and never a crash. */
import { beforeAll, expect, test } from "vitest";
import fixture from "../../fixtures/keeper.json";
import { ApiError } from "../../lib/problems";
import { Files } from "./files";
import { limits, newReferee, speech } from "./referee.testing";
import { Refused } from "./refusals";
import type { Referee } from "./transitions";

const TRIES = 1500;
const SEEDS = [
    "vacu(size=5,komi=3) moves c3,b2,button,d4,pass",
    "kaomi(size=5) ...../...../B.B.W/...W./..... B",
    "iago moves e5,d4",
    "vadus(size=4) moves d4,c3,c4",
    "squared(size=4,setup=auction) moves komi 4,white",
    fixture.records.good.tree.written,
    ...Object.values(fixture.records.sgf).map(({ sgf }) => sgf),
    ...Object.values(fixture.records.sgf).map(({ text }) => text),
];
const PIECES = [
    ..."()=,/. ;'\"\\{}[]<>%&#\u0000\ud800é手𝔾-0123456789abcxyzBW",
    " moves ",
    "size=",
    "null",
    "1e999",
    "__proto__",
];

/** Numbers that a seed decides (mulberry32). */
function numbers(seed: number): (below: number) => number {
    let state = seed;
    return (below) => {
        state = (state + 0x6d2b79f5) | 0;
        let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
        mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
        return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
    };
}

/** A text that was one of ours, with some of it changed. */
function spoiled(next: (below: number) => number): string {
    let text = SEEDS[next(SEEDS.length)]!;
    for (let changes = 1 + next(4); changes > 0; changes -= 1) {
        const at = next(text.length + 1);
        const gone = next(3) ? next(3) : next(text.length);
        const put = Array.from({ length: next(4) }, () => PIECES[next(PIECES.length)]!).join("");
        text = text.slice(0, at) + put.repeat(next(20) ? 1 : 300) + text.slice(at + gone);
    }
    return text;
}

let referee: Referee;
let files: Files;
beforeAll(async () => {
    referee = await newReferee();
    files = new Files(
        referee,
        async () => limits,
        async () => speech,
    );
});

/** Another one each time; what has gone wrong is tried again with the one that is named. */
const seed = Date.now() % 1e9;

test(`addresses and files of garbage, seed ${seed}`, { timeout: 120_000 }, async () => {
    const next = numbers(seed);
    let read = 0;
    for (let count = 0; count < TRIES; count += 1) {
        const text = spoiled(next);
        const asked = [referee.view(text), referee.movesOf(text), files.imported(text)];
        for (const one of await Promise.allSettled(asked)) {
            if (one.status === "fulfilled") read += 1;
            else {
                const { reason } = one as PromiseRejectedResult;
                const clear = reason instanceof ApiError || reason instanceof Refused;
                expect(clear, `${JSON.stringify(text)}: ${reason?.stack}`).toBe(true);
                if (reason instanceof Refused) expect(reason.said(speech.sentences).message).not.toBe("");
            }
        }
    }
    // Some of it is still a game, or nothing but the first letter would be tried.
    expect(read).toBeGreaterThan(TRIES / 20);
});
