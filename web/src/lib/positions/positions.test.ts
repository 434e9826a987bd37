import { describe, expect, it } from "vitest";
import { Keep } from "./positions";

describe("what is kept", () => {
    it("is asked for once", async () => {
        const keep = new Keep<number>();
        let asked = 0;
        const find = () => Promise.resolve(++asked);
        expect(await keep.get("a", find)).toBe(1);
        expect(await keep.get("a", find)).toBe(1);
    });
    it("goes when it was not used for longest", async () => {
        const keep = new Keep<number>(2);
        let asked = 0;
        const find = () => Promise.resolve(++asked);
        await keep.get("a", find);
        await keep.get("b", find);
        await keep.get("a", find);
        await keep.get("c", find);
        expect(await keep.get("a", find)).toBe(1);
        expect(await keep.get("b", find)).toBe(4);
    });
    it("is not a failure", async () => {
        const keep = new Keep<number>();
        await expect(keep.get("a", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
        expect(await keep.get("a", () => Promise.resolve(7))).toBe(7);
    });
});
