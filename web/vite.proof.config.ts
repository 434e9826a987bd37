import { defineConfig } from "vite";

// What proves the kernels, outside the page: proof/node.ts and proof/browser.ts, each as one file.
export default defineConfig({
    build: {
        outDir: "proof/built",
        emptyOutDir: false,
        target: "es2022",
        minify: false,
        ssr: process.env.FIELDSTONE_PROOF !== "browser",
        rolldownOptions: {
            input: `proof/${process.env.FIELDSTONE_PROOF}.ts`,
            output: { entryFileNames: "[name].mjs", codeSplitting: false },
            checks: { pluginTimings: false },
        },
    },
});
