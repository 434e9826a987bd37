import { describe, expect, test, vi } from "vitest";
import { networkOf, source } from "../loading.testing";
import type { FromWorker } from "../messages";
import { Net, NetError } from "./net";
import { Serving } from "../serving";
import type { Source } from "../source";

const FILE = "kaomi.net";
const good = await networkOf(FILE);

/** The file with a word of its card replaced by another one as long. */
function withWord(word: string, other: string): Uint8Array<ArrayBuffer> {
    const file = good.slice();
    file.set(new TextEncoder().encode(other), new TextDecoder().decode(good.subarray(0, 500)).indexOf(word));
    return file;
}

describe("the file of a network", () => {
    test("is read, and weighs for a search of its own", async () => {
        const usual = Array.from({ length: 13 }, (_, place) => place + 1);
        const settings = (await Net.read(good)).settings(usual);
        expect(settings).toHaveLength(usual.length);
        expect(settings.filter((one) => one === 0)).toHaveLength(2);
    });

    test.each([
        ["nothing", new Uint8Array()],
        ["something else", new TextEncoder().encode("PK and more\nand more\n")],
        ["a card without an end", good.slice(0, 100)],
        ["a card that is none", new TextEncoder().encode("Fieldstone network 1\n{\n")],
        ["a card that says nothing", new TextEncoder().encode("Fieldstone network 1\nnull\n")],
        ["a card without the ways of a search", withWord("walk", "talk")],
        ["a part", good.slice(0, -8)],
        ["more than it", new Uint8Array([...good, 0, 0, 0, 0])],
        ["a damaged one", good.map((byte, place) => (place === good.length - 3 ? byte ^ 1 : byte))],
    ])("is no %s", async (_, file) => {
        await expect(Net.read(file)).rejects.toThrow(NetError);
    });
});

describe("a level that goes by a network", () => {
    /** What a worker says while it chooses a move, with this in the place of the network. */
    function worker(network: Source["network"]) {
        const told: FromWorker[] = [];
        const serving = new Serving({ ...source, network }, (message) => told.push(message));
        let id = 0;
        return async (line: string, level: number | "max"): Promise<FromWorker[]> => {
            told.length = 0;
            id += 1;
            const task = { ask: "choose" as const, line, seat: "game 1", level, seconds: 0.02 };
            serving.hear({ id, language: "en", task });
            await vi.waitFor(() => expect(told.at(-1)?.say).toBe("move"), { timeout: 20_000 });
            return [...told];
        };
    }

    test("has it fetched once, and tells how much has come", async () => {
        const network = vi.fn<Source["network"]>(async (file, onpart) => {
            onpart!(good.length / 4);
            onpart!(good.length);
            return networkOf(file);
        });
        const choose = worker(network);
        const parts = (told: FromWorker[]) => told.flatMap((one) => (one.say === "network" ? [one.part] : []));
        expect(parts(await choose("kaomi", "max"))).toEqual([0, expect.closeTo(0.25), 1]);
        expect(parts(await choose("kaomi moves d4,c3", "max"))).toEqual([]);
        expect(network).toHaveBeenCalledTimes(1);
        expect(network.mock.calls[0]![0]).toBe(FILE);
    });

    test.each([
        ["kaomi", 3],
        ["kaomi(size=5)", "max"],
        ["kaomi(pie=false)", "max"],
        ["squared", "max"],
    ] as const)("is none in %s at level %s", async (line, level) => {
        const network = vi.fn<Source["network"]>();
        await worker(network)(line, level);
        expect(network).not.toHaveBeenCalled();
    });

    test.each([
        ["does not come", async () => Promise.reject(new Error("nobody answers"))],
        ["is damaged", async () => good.slice(0, -4)],
    ])("plays on, says so, and asks again where it %s", async (_, answer) => {
        const network = vi.fn<Source["network"]>(answer);
        const choose = worker(network);
        for (const line of ["kaomi", "kaomi moves d4,c3"]) {
            const says = (await choose(line, "max")).map((one) => (one.say === "network" ? one.part : one.say));
            expect(says).toEqual([0, "missing", "move"]);
        }
        expect(network).toHaveBeenCalledTimes(2);
    });
});
