// @vitest-environment jsdom
import { beforeAll, expect, it } from "vitest";
import { factsOf } from "../../fixtures/facts.testing";
import { loadTexts } from "../../lib/texts.svelte";
import { lengthText } from "./length";

beforeAll(() => loadTexts("en"));

it("counts moves, and stones where a turn sets several", () => {
    expect(lengthText(factsOf("vacu"), ["B.W", "...", "..B"], 7)).toBe("7 moves");
    expect(lengthText(factsOf("vadus"), ["B.", "WW.", ".."], 3)).toBe("3 stones");
    expect(lengthText(factsOf("vadus"), ["B.", "WW.", ".."], 4)).toBe("3 stones"); // and a pass
    expect(lengthText(undefined, ["B"], 1)).toBe("1 move");
});
