import { expect, it } from "vitest";

const files = import.meta.glob<string>("./**/*.{svelte,css}", { query: "?raw", import: "default", eager: true });

it("there is one scale of sizes", () => {
    const others = Object.entries(files).flatMap(([path, text]) =>
        [...text.matchAll(/\bfont(?:-size)?:[^;{]*?[\d.]rem[^;]*/g)].map(([found]) => `${path}: ${found}`),
    );
    expect(others).toEqual([]);
});
