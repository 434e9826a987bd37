// @vitest-environment jsdom
import { beforeAll, expect, it } from "vitest";
import facts from "../../fixtures/facts.json";
import { loadTexts } from "../../lib/texts.svelte";
import type { GameFacts } from "../../lib/types";
import { titleOf } from "./words";

beforeAll(() => loadTexts("en"));

it("names the komi of a game that has one, also where it is nothing", () => {
    const title = (text: string) => titleOf(facts as unknown as GameFacts[], text).replaceAll("\u00a0", " ");
    expect(title("vacu(size=9)")).toBe("Vacu · 9×9 · komi 0");
    expect(title("vacu(size=9,komi=7,setup=fixed)")).toBe("Vacu · 9×9 · komi 7");
    expect(title("vacu(size=9,komi=0,setup=auction)")).toBe("Vacu · 9×9 · Set by the players");
    expect(title("kaomi(size=5)")).toBe("Kaomi · 5×5");
});
