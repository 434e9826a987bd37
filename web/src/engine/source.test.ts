import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fetched } from "./source";

/** A body that comes when the test says so; who gives up closes it. */
function slow(signal: AbortSignal): { response: Response; send: (bytes: number) => void; end: () => void } {
    let controller!: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({ start: (one) => void (controller = one) });
    signal.addEventListener("abort", () => controller.error(signal.reason));
    return {
        response: new Response(body),
        send: (bytes) => controller.enqueue(new Uint8Array(bytes)),
        end: () => controller.close(),
    };
}

describe("the file of a network", () => {
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
});
