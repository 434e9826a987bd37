/** See 0.1.made.ts. */
import { defineConfig } from "@playwright/test";
import usual from "../../playwright.config";

const { webServer: _, ...rest } = usual;

export default defineConfig({
    ...rest,
    testDir: ".",
    testMatch: "0.1.made.ts",
    outputDir: "../../test-results/made",
    timeout: 900_000,
    // The boards of the first page can be told to rest only where they move.
    use: { ...rest.use, reducedMotion: "no-preference" },
});
