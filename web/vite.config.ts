import { svelte } from "@sveltejs/vite-plugin-svelte";
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { budget } from "./budget.ts";
import { link } from "./link.ts";
import { served } from "./served.ts";
import { site } from "./site.ts";

const server = process.env.FIELDSTONE_SERVER ?? "http://127.0.0.1:8000";
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const TESTS = ["src/**/*.test.ts"];
/** The tests that replace modules: another test in the same set of modules could be given what they put there. */
const APART = readdirSync(here("src"), { recursive: true, encoding: "utf8" })
    .map((path) => `src/${path}`)
    .filter((path) => path.endsWith(".test.ts") && readFileSync(here(path), "utf8").includes("vi.mock("));

/**
 * The page of a server, or with `--mode site` the static edition, built around the folder with its data, which
 * FIELDSTONE_DATA names (`make site`). Where it will stand FIELDSTONE_ADDRESS may say; a server knows it by itself.
 */
export default defineConfig(({ mode }) => {
    const data = mode === "site" ? (process.env.FIELDSTONE_DATA ?? "data") : "";
    return {
        plugins: [
            svelte({ compilerOptions: { runes: true } }),
            budget(150_000),
            link(data ? (process.env.FIELDSTONE_ADDRESS ?? "") : "/"),
            ...(data ? site(data) : [served()]),
        ],
        define: { __DATA__: JSON.stringify(data) },
        // The static edition works wherever it lies.
        base: data ? "./" : "/",
        build: {
            // The Python package carries the built page.
            outDir: data ? "../site" : "../src/fieldstone/server/page",
            emptyOutDir: !data,
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
        resolve: {
            alias: { "#keeper": here(data ? "./src/keeper/site/index.ts" : "./src/keeper/server.ts") },
            ...(process.env.VITEST ? { conditions: ["browser"] } : {}),
        },
        // The tests of the engine start the kernels that lie beside the games.
        assetsInclude: process.env.VITEST ? ["**/*.wasm", "**/*.net"] : [],
        // One document and one set of modules for many files takes half the time; what replaces modules has its own.
        test: {
            pool: "threads",
            projects: [
                {
                    extends: true,
                    test: { name: "together", include: TESTS, exclude: APART, environment: "node", isolate: false },
                },
                { extends: true, test: { name: "apart", include: APART, environment: "node" } },
            ],
        },
    };
});
