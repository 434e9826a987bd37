import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fetched } from "./source";

/** A body that comes when the test says so; who gives up closes it. */
function slow(signal: AbortSignal) {
    let controller!: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({ start: (one) => void (controller = one) });
    signal.addEventListener("abort", () => controller.error(signal.reason));
    return {
        response: new Response(body),
        send: (bytes: number) => controller.enqueue(new Uint8Array(bytes)),
        give: (content: Uint8Array) => controller.enqueue(content),
        end: () => controller.close(),
    };
}

/** A module that holds nothing. */
const EMPTY = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);

describe("the file of a network, and the module that searches by it", () => {
    let sent: ReturnType<typeof slow>;
    beforeEach(() => {
        vi.useFakeTimers();
        vi.stubGlobal("fetch", (_: string, { signal }: { signal: AbortSignal }) => {
            sent = slow(signal);
            return Promise.resolve(sent.response);
        });
    });
    afterEach(() => {
        vi.useRealTimers();
        vi.unstubAllGlobals();
    });

    it("is waited for as long as something comes", async () => {
        const parts: number[] = [];
        const wanted = fetched("/engine").network("a.net", (bytes) => parts.push(bytes));
        for (let part = 0; part < 4; part++) {
            await vi.advanceTimersByTimeAsync(10_000);
            sent.send(5);
        }
        await vi.advanceTimersByTimeAsync(1);
        sent.end();
        expect((await wanted).length).toBe(20);
        expect(parts).toEqual([5, 10, 15, 20]);
    });

    it("is given up when nothing more comes, and asked for anew the next time", async () => {
        const source = fetched("/engine");
        const given = source.network("a.net").then(
            () => "came",
            () => "given up",
        );
        await vi.advanceTimersByTimeAsync(10_000);
        sent.send(5);
        await vi.advanceTimersByTimeAsync(15_001);
        expect(await given).toBe("given up");
        const again = source.network("a.net");
        await vi.advanceTimersByTimeAsync(1);
        sent.send(3);
        sent.end();
        await vi.advanceTimersByTimeAsync(1);
        expect((await again).length).toBe(3);
    });

    it("are given up alike", async () => {
        const source = fetched("/engine");
        const given = source.networkModule("a", "en").catch(() => "given up");
        await vi.advanceTimersByTimeAsync(10_000);
        sent.send(5);
        await vi.advanceTimersByTimeAsync(15_001);
        expect(await given).toBe("given up");
        const again = source.networkModule("a", "en");
        await vi.advanceTimersByTimeAsync(1);
        sent.give(EMPTY);
        sent.end();
        expect(await again).toBeInstanceOf(WebAssembly.Module);
    });
});
