// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
vi.mock("./texts.svelte", () => ({ language: { now: "en" } }));

/** A socket that opens at once and remembers what was sent over it. */
class Socket {
    static readonly OPEN = 1;
    static made: Socket[] = [];
    readyState = 1;
    sent: { type: string; id?: string }[] = [];
    onopen: (() => void) | null = null;
    onmessage: ((event: { data: string }) => void) | null = null;
    onclose: (() => void) | null = null;
    constructor() {
        Socket.made.push(this);
        queueMicrotask(() => this.onopen?.());
    }
    send(text: string): void {
        this.sent.push(JSON.parse(text) as { type: string });
    }
    close(): void {
        this.readyState = 3;
        this.onclose?.();
    }
    hear(message: object): void {
        this.onmessage?.({ data: JSON.stringify(message) });
    }
}
vi.stubGlobal("WebSocket", Socket);
const wish = { line: "iago", seconds: 1, by: "chance" as const, onlook: () => undefined, onreview: () => undefined };
const settle = () => new Promise((resolve) => setTimeout(resolve));

describe("work of the engine", () => {
    let review: (typeof import("./live.svelte"))["review"];
    beforeEach(async () => {
        Socket.made.length = 0;
        vi.resetModules();
        ({ review } = await import("./live.svelte"));
    });
    it("opens no socket before it is asked for", () => {
        expect(Socket.made).toHaveLength(0);
    });
    it("is stopped by name when it is left, and once only", async () => {
        const stop = review(wish);
        await settle();
        const { sent } = Socket.made[0]!;
        const asked = sent.find((one) => one.type === "review")!;
        stop();
        stop();
        expect(sent.filter((one) => one.type === "stop")).toEqual([{ type: "stop", id: asked.id }]);
    });
    it("needs no stop when it is done", async () => {
        const stop = review(wish);
        await settle();
        const socket = Socket.made[0]!;
        const { id } = socket.sent.find((one) => one.type === "review")!;
        socket.hear({ type: "review", id, moves: [], worst: [] });
        stop();
        expect(socket.sent.map((one) => one.type)).not.toContain("stop");
    });
    it("ends with the page: the socket is closed, which stops all of it", async () => {
        review(wish);
        await settle();
        dispatchEvent(new Event("pagehide"));
        expect(Socket.made[0]!.readyState).toBe(3);
    });
});
