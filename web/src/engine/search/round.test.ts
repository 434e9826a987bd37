import { describe, expect, it } from "vitest";
import { Round, type Stepping } from "./round";

/** Takes a number of steps, and writes each of them to a log. */
class Countdown implements Stepping {
    done = false;
    constructor(
        readonly name: string,
        private left: number,
        private readonly log: string[],
    ) {}
    step(): void {
        this.log.push(this.name);
        if (this.name === "broken") throw new Error("broken");
        this.left -= 1;
        this.done = this.left === 0;
    }
}
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

async function until(condition: () => boolean): Promise<void> {
    while (!condition()) await turn();
}

describe("a round", () => {
    it("gives each work a step in turn, to its end", async () => {
        const log: string[] = [];
        const works = [new Countdown("a", 3, log), new Countdown("b", 1, log), new Countdown("c", 2, log)];
        const ended: Stepping[] = [];
        const round = new Round(turn, (work, error) => void (error ? expect.unreachable() : ended.push(work)));
        for (const work of works) round.add(work);
        await until(() => ended.length === 3);
        expect(ended).toEqual([works[1], works[2], works[0]]);
        expect(log.join("")).toBe("abcaca");
        const late = new Countdown("d", 2, log);
        round.add(late);
        await until(() => late.done);
        expect(log.join("")).toBe("abcacadd");
    });
    it("does no step of what was taken out", async () => {
        const log: string[] = [];
        const [endless, other] = [new Countdown("x", Infinity, log), new Countdown("y", 3, log)];
        const round = new Round(turn, () => undefined);
        round.add(endless);
        round.add(other);
        await until(() => log.length >= 2);
        round.remove(endless);
        const before = log.length;
        await until(() => other.done);
        expect(log.slice(before)).not.toContain("x");
    });
    it("ends what fails, tells of it, and goes on with the rest", async () => {
        const log: string[] = [];
        const failed: unknown[] = [];
        const [broken, whole] = [new Countdown("broken", 5, log), new Countdown("w", 2, log)];
        const round = new Round(turn, (work, error) => void (error && failed.push(work)));
        round.add(broken);
        round.add(whole);
        await until(() => whole.done);
        expect(failed).toEqual([broken]);
        expect(log).toEqual(["broken", "w", "w"]);
    });
});
