import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { budget } from "./budget.ts";

const server = process.env.FIELDSTONE_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
    plugins: [svelte(), budget(150_000)],
    build: {
        // The Python package carries the built page.
        outDir: "../src/fieldstone/server/page",
        emptyOutDir: true,
        target: "es2022",
        // A strict content security policy allows no data: addresses for scripts and styles.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        // On a busy machine Rolldown tells which plugins took long.
        rolldownOptions: { checks: { pluginTimings: false } },
    },
    server: {
        // `npm run dev`: the page from Vite, everything else from a Fieldstone server.
        proxy: { "/api": { target: server, ws: true }, "/engine": { target: server } },
    },
    resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
    // The tests of the engine start the kernels that lie beside the games.
    assetsInclude: process.env.VITEST ? ["**/*.wasm"] : [],
    test: { include: ["src/**/*.test.ts"], environment: "node" },
});
