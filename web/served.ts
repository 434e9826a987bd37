/** What the page of a server has besides: how it is installed on a telephone, and the worker that shows alerts. */
import type { Plugin } from "vite";

const COLOUR = "#f5f2ea";

/** Alerts need an installed page on iPhones and iPads, and everywhere a worker that outlives the page. */
export function served(): Plugin {
    const manifest = {
        name: "Fieldstone",
        short_name: "Fieldstone",
        start_url: "/",
        scope: "/",
        display: "standalone",
        background_color: COLOUR,
        theme_color: COLOUR,
        icons: [
            { src: "/icon.svg", sizes: "any", type: "image/svg+xml" },
            { src: "/icon-180.png", sizes: "180x180", type: "image/png" },
        ],
    };
    return {
        name: "served",
        apply: "build",
        buildStart() {
            this.emitFile({ type: "chunk", id: "src/online/alerts.worker.ts", fileName: "alerts.js" });
        },
        generateBundle() {
            this.emitFile({ type: "asset", fileName: "manifest.json", source: JSON.stringify(manifest) });
        },
        transformIndexHtml: () => [
            { tag: "link", attrs: { rel: "manifest", href: "/manifest.json" }, injectTo: "head" },
        ],
    };
}
