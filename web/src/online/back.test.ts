// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
// The settings ask for the size of the screen when they are loaded; jsdom has none.
vi.hoisted(() => vi.stubGlobal("matchMedia", () => ({ matches: false })));
import { rememberBack, signInFrom, wayBack } from "./back";

beforeEach(() => localStorage.clear());
afterEach(() => void vi.useRealTimers());

describe("the way back", () => {
    it("is gone once, with the secret of a link, and signing in has its own page", () => {
        signInFrom("/meet/abc#join=secret");
        expect(location.pathname).toBe("/account");
        expect(location.href).not.toContain("secret");
        expect(wayBack()).toBe("/meet/abc#join=secret");
        expect(wayBack()).toBeNull();
    });
    it("is not gone after an hour, to other places, or to the account itself", () => {
        vi.useFakeTimers();
        rememberBack("/lobby");
        vi.advanceTimersByTime(3_600_001);
        expect(wayBack()).toBeNull();
        for (const address of [
            "//elsewhere.example",
            "/\\elsewhere.example",
            "https://elsewhere.example",
            "/account/mail",
        ]) {
            rememberBack(address);
            expect(wayBack()).toBeNull();
        }
    });
});
