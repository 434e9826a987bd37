// @vitest-environment jsdom
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { loadTexts } from "../lib/texts.svelte";
import { keeper } from "./server";

beforeAll(() => loadTexts("en"));
afterEach(() => vi.unstubAllGlobals());

function cut(onLine: boolean): void {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(onLine);
}

it("says whether it is the server that does not answer, or the network that is not there", async () => {
    cut(true);
    await expect(keeper.getGame("a")).rejects.toThrow(/^The server is not responding/);
    await expect(keeper.play("a", "c3", 0)).rejects.toThrow(/^The server is not responding/);
    cut(false);
    await expect(keeper.getGame("a")).rejects.toThrow("There is no network connection. Your games are saved.");
});

it("says what becomes of a move that was not sent", async () => {
    cut(false);
    await expect(keeper.play("a", "c3", 0)).rejects.toThrow(/was not sent and does not count\. Do it again/);
});
