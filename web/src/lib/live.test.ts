// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
vi.mock("./texts.svelte", () => ({ language: { now: "en" } }));
import type { StoredGame } from "./types";

/** A socket that opens at once and remembers what was sent over it. */
class Socket {
    static readonly OPEN = 1;
    static made: Socket[] = [];
    readyState = 1;
    sent: { type: string; game?: string }[] = [];
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
const settle = () => new Promise((resolve) => setTimeout(resolve));

describe("a watched game", () => {
    let watch: (typeof import("./live.svelte"))["watch"];
    beforeEach(async () => {
        Socket.made.length = 0;
        vi.resetModules();
        ({ watch } = await import("./live.svelte"));
    });
    it("opens no socket before somebody watches", () => {
        expect(Socket.made).toHaveLength(0);
    });
    it("is asked for once, and left by name when the last one leaves", async () => {
        const heard: StoredGame[] = [];
        const leave = watch("one", (game) => heard.push(game));
        const leaveToo = watch("one", (game) => heard.push(game));
        await settle();
        const { sent } = Socket.made[0]!;
        expect(sent.filter((one) => one.type === "watch").map((one) => one.game)).toContain("one");
        Socket.made[0]!.hear({ type: "game", game: { id: "one" } });
        expect(heard).toHaveLength(2);
        leave();
        expect(sent.map((one) => one.type)).not.toContain("unwatch");
        leaveToo();
        expect(sent.at(-1)).toEqual({ type: "unwatch", game: "one" });
    });
    it("tells what is wrong with it", async () => {
        const failed = vi.fn();
        watch("gone", () => undefined, failed);
        await settle();
        Socket.made[0]!.hear({ type: "error", id: "gone", problem: { detail: "no such game" } });
        expect(failed).toHaveBeenCalledWith({ detail: "no such game" });
    });
    it("is asked for again when the network is back, though the socket has outlived it", async () => {
        watch("one", () => undefined);
        await settle();
        const asked = () => Socket.made[0]!.sent.filter((one) => one.type === "watch").length;
        const before = asked();
        dispatchEvent(new Event("online"));
        expect(asked()).toBe(before + 1);
        expect(Socket.made).toHaveLength(1);
    });
    it("ends with the page", async () => {
        watch("one", () => undefined);
        await settle();
        dispatchEvent(new Event("pagehide"));
        expect(Socket.made[0]!.readyState).toBe(3);
    });
});
