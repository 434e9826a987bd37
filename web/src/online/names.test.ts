// @vitest-environment jsdom
import { beforeAll, describe, expect, it } from "vitest";
import { loadTexts } from "../lib/texts.svelte";
import {
    addressOfPerson,
    areNamed,
    besideName,
    challengeAddress,
    changeText,
    namedText,
    opponentText,
    ratingText,
} from "./names";

const guest = { name: null, deleted: false, rating: null, provisional: false, change: null };
const mina = { ...guest, name: "Mina", rating: 1512, provisional: true };

beforeAll(() => loadTexts("en"));

describe("a player", () => {
    it("has a rating, with a question mark while it is not sure", () => {
        expect(ratingText(mina)).toBe("1512?");
        expect(ratingText({ ...mina, provisional: false })).toBe("1512");
        expect(ratingText(guest)).toBe("");
        expect(namedText(mina)).toBe("Mina (1512?)");
        expect(namedText({ ...mina, rating: null })).toBe("Mina");
    });
    it("is a guest without a name, or has deleted the account", () => {
        expect(namedText(guest)).toBe("Guest");
        expect(namedText({ ...guest, deleted: true })).toBe("Deleted player");
    });
    it("has a page of its own, and what a game has changed", () => {
        expect(addressOfPerson("민아")).toBe("/people/%EB%AF%BC%EC%95%84");
        expect(challengeAddress("vacu", "민아")).toBe("/new/vacu?challenge=%EB%AF%BC%EC%95%84");
        expect([8, -8, 0].map(changeText)).toEqual(["+8", "−8", "±0"]);
        expect(besideName({ ...mina, change: 8 })).toEqual({ address: "/people/Mina", rating: "1512? +8" });
        expect(besideName(guest)).toEqual({ address: null, rating: "" });
        expect(besideName(null)).toBeNull();
    });
    it("is told apart by name where there is one", () => {
        expect(areNamed([guest, null])).toBe(false);
        expect(areNamed([guest, { ...guest, deleted: true }])).toBe(true);
        expect(opponentText([mina, guest], 1)).toBe("Guest");
        expect(opponentText([mina, guest], 2)).toBe("Mina (1512?)");
        expect(opponentText([guest, guest], 1)).toBe("");
        expect(opponentText([mina, null], 1)).toBe("");
        expect(opponentText([mina, guest], null)).toBe("");
    });
});
