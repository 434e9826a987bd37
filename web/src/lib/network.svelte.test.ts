import { beforeEach, describe, expect, it, vi } from "vitest";
import { Network } from "./network.svelte";
import { toast } from "./toasts.svelte";

vi.mock("./toasts.svelte", () => ({ toast: vi.fn() }));
vi.mock("./texts.svelte", () => ({
    say: (key: string, words?: object) => [key, ...Object.values(words ?? {})].join(" "),
}));

describe("a network that somebody waits for", () => {
    beforeEach(() => void vi.mocked(toast).mockClear());

    it("says how much of it has come, until all has", () => {
        const network = new Network();
        expect(network.text).toBeNull();
        network.hear(0.25);
        expect(network.text).toBe("analysis.network.loading analysis.percent 25");
        network.hear(1);
        expect(network.text).toBeNull();
        expect(toast).not.toHaveBeenCalled();
    });
    it("says once that there is none", () => {
        const network = new Network();
        for (const part of [0, "missing", 0, "missing"] as const) network.hear(part);
        expect(network.text).toBeNull();
        expect(vi.mocked(toast).mock.calls).toEqual([["analysis.network.missing"]]);
    });
    it("is waited for no more by who has left", () => {
        const network = new Network();
        network.hear(0.5);
        network.end();
        expect(network.text).toBeNull();
    });
});
