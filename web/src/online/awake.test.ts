// @vitest-environment jsdom
import { afterEach, expect, it, vi } from "vitest";
import { keepAwake } from "./awake";

const release = vi.fn(() => Promise.resolve());
const request = vi.fn(() => Promise.resolve({ release }));
const settle = (): Promise<void> => new Promise((done) => setTimeout(done));

afterEach(() => {
    vi.clearAllMocks();
    Reflect.deleteProperty(navigator, "wakeLock");
});

it("holds the screen until it is left, and asks again on the way back to the page", async () => {
    Object.defineProperty(navigator, "wakeLock", { value: { request }, configurable: true });
    const leave = keepAwake();
    await settle();
    expect(request).toHaveBeenCalledExactlyOnceWith("screen");
    document.dispatchEvent(new Event("visibilitychange"));
    await settle();
    expect(request).toHaveBeenCalledTimes(2);
    leave();
    expect(release).toHaveBeenCalledOnce();
    document.dispatchEvent(new Event("visibilitychange"));
    expect(request).toHaveBeenCalledTimes(2);
});

it("lets go of what comes after it was left", async () => {
    Object.defineProperty(navigator, "wakeLock", { value: { request }, configurable: true });
    keepAwake()();
    await settle();
    expect(release).toHaveBeenCalledOnce();
});

it("does without where the browser has none or refuses", async () => {
    keepAwake()();
    request.mockRejectedValueOnce(new Error("low on power"));
    Object.defineProperty(navigator, "wakeLock", { value: { request }, configurable: true });
    const leave = keepAwake();
    await settle();
    leave();
    expect(release).not.toHaveBeenCalled();
});
