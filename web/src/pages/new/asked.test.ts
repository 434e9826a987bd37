// @vitest-environment jsdom
import { beforeAll, expect, it } from "vitest";
import facts from "../../fixtures/facts.json";
import { loadTexts } from "../../lib/texts.svelte";
import type { GameFacts } from "../../lib/types";
import { ask } from "./asked";
import { defaults } from "./options";

const game = (name: string) => (facts as unknown as GameFacts[]).find((one) => one.name === name)!;
beforeAll(() => loadTexts("en"));

function asked(name: string, address: string, online = true) {
    const choices = defaults(game(name));
    const refused = ask(game(name), choices, new URLSearchParams(address), online, facts as unknown as GameFacts[]);
    return { choices, refused };
}

it("fills in what can be", () => {
    const { choices, refused } = asked("vacu", "opponent=human&level=max&size=13&komi=7&setup=auction&from=elsewhere");
    expect(choices).toMatchObject({
        opponent: "human",
        level: "max",
        options: { size: 13, komi: 7, setup: "auction" },
    });
    expect(refused).toEqual([]);
});

it.each([
    ["vacu", "size=abc", "size=abc", "2–19"],
    ["vacu", "komi=", "komi=", "0–81"],
    ["vacu", "setup=zz", "setup=zz", "auction"],
    ["kaomi", "size=99", "size=99", "2–13"],
    ["vacu", "level=99", "level=99", "max"],
    ["vacu", "level=11", "level=11", "1–10, max"],
    ["iago", "level=12", "level=12", "1–11, max"],
    ["iago", "opponent=cat", "opponent=cat", "computer"],
])("leaves %s as it is where %s cannot be, and says what can", (name, address, told, allowed) => {
    const { choices, refused } = asked(name, address);
    expect(choices).toEqual(defaults(game(name)));
    expect(refused).toHaveLength(1);
    expect(refused[0]).toContain(told);
    expect(refused[0]).toContain(allowed);
});

it("tells of an option that only other games have", () => {
    const { choices, refused } = asked("iago", "size=7&komi=3&from=elsewhere");
    expect(choices).toEqual(defaults(game("iago")));
    expect(refused).toEqual([
        "“size=7” in the address is not valid. Valid: opponent, level.",
        "“komi=3” in the address is not valid. Valid: opponent, level.",
    ]);
});

it("takes a level above ten where the game has it", () => {
    expect(asked("kaomi", "level=12")).toMatchObject({ choices: { level: 12 }, refused: [] });
});

it("has nobody elsewhere where there is no server", () => {
    expect(asked("vacu", "opponent=link").refused).toEqual([]);
    expect(asked("vacu", "opponent=link", false).refused).toHaveLength(1);
});
