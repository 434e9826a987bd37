// @vitest-environment jsdom
import { beforeAll, expect, it } from "vitest";
import { loadTexts } from "../texts.svelte";
import { type Counted, countedBrief, countedText, leadText } from "./leads";

beforeAll(() => loadTexts("en"));
const sides = ["White", "Black"] as const;
const POINTS: Counted = { unit: "points", kind: "points" };
const PRODUCT: Counted = { unit: "points", kind: "product" };

it("is signed in points, and in groups that of a side", () => {
    const groups = (unit: "group" | "value", lead: number) => leadText({ unit, kind: "groups" }, lead, sides, false);
    expect(leadText(POINTS, -4.3, sides, false)).toBe("−4.3 points");
    expect(leadText(POINTS, 0.5, sides, true)).toBe("+0.5 points");
    expect(groups("group", -4.3)).toBe(
        "Biggest group left, on average (the opponent’s counts as negative): Black, 4.3 stones",
    );
    expect(groups("group", 2)).toBe(
        "Biggest group left, on average (the opponent’s counts as negative): White, 2.0 stones",
    );
    expect(groups("value", 3)).toBe("Ahead in group values (estimate): White, by 3.0");
});

it("that the centre decides is a tie in words, and half a point of products is never told (I10)", () => {
    expect(leadText(PRODUCT, 0.5, sides, true)).toBe("Equal scores, won by the disc on the centre: White");
    expect(leadText(PRODUCT, -0.5, sides, true)).toBe("Equal scores, won by the disc on the centre: Black");
    expect(leadText(PRODUCT, 0.5, sides, false)).toBe("0 points");
    expect(leadText(PRODUCT, 12, sides, true)).toBe("+12 points");
    expect([0.7, -8.5, 33.4, -0.2].map((margin) => countedText(PRODUCT, margin))).toEqual(["+1", "−8", "+33", "0"]);
    expect([0.5, -0.5].map((margin) => countedBrief(PRODUCT, margin, true))).toEqual(["=+", "=−"]);
    expect([0.5, 8, -1200].map((margin) => countedBrief(PRODUCT, margin, false))).toEqual(["0", "+8", "−1k"]);
    expect(countedBrief(POINTS, 0.5, true)).toBe("+0.5");
});
