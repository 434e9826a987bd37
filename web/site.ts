/** What the static edition needs of its build beside the page: a policy in its document, and all of it offline. */
import type { Plugin } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { POLICY, SHOW } from "./policy.ts";

const COLOUR = "#f5f2ea";

/** Said by a document that was opened from the disk, where browsers run no such page; in no catalogue, for none loads. */
const OPENED = {
    en: "This page has to be served by a web server: a browser does not run it from a file. Try “python3 -m http.server” in this folder, and open http://localhost:8000.",
    ko: "이 페이지는 웹 서버로 열어야 합니다. 파일로 바로 열면 브라우저가 실행하지 않습니다. 이 폴더에서 “python3 -m http.server”를 실행하고 http://localhost:8000 을 여세요.",
    ja: "このページはウェブサーバーから開いてください。ファイルのままではブラウザーは動かしません。このフォルダーで「python3 -m http.server」を実行し、http://localhost:8000 を開いてください。",
};
function head(): Plugin {
    return {
        name: "head",
        transformIndexHtml: {
            order: "post",
            handler: (html) => {
                const told = Object.entries(OPENED).map(([language, text]) => `<p lang="${language}">${text}</p>`);
                return {
                    html: html.replace(
                        '<div id="page"></div>',
                        `<div id="opened" hidden>${told.join("")}</div><script>${SHOW}</script><div id="page"></div>`,
                    ),
                    tags: [
                        {
                            tag: "meta",
                            attrs: { "http-equiv": "Content-Security-Policy", content: POLICY },
                            injectTo: "head-prepend",
                        },
                        { tag: "meta", attrs: { name: "referrer", content: "no-referrer" }, injectTo: "head" },
                    ],
                };
            },
        },
    };
}

/** `data`: the folder with the data, beside the document. */
export function site(data: string): Plugin[] {
    const icon = (name: string, size: number, purpose?: string) => ({
        src: `${data}/${name}.png`,
        sizes: `${size}x${size}`,
        type: "image/png",
        ...(purpose ? { purpose } : {}),
    });
    return [
        head(),
        ...VitePWA({
            // A new version waits until the page says that it may take over: never under an open game.
            registerType: "prompt",
            injectRegister: false,
            workbox: {
                globPatterns: ["**/*.{html,js,css,json,wasm,svg,png,woff2}"],
                // For those who show a link to the page, and for nobody on it.
                globIgnores: ["link.png"],
                // The names of these change with what is in them.
                dontCacheBustURLsMatching: /^(?:assets|data-)/,
                cleanupOutdatedCaches: true,
                // From the first visit on: what is loaded later comes from what is kept, too.
                clientsClaim: true,
                navigateFallback: "index.html",
                // Large, and wanted by few: kept once a level has asked for it. Another version has another address.
                runtimeCaching: [
                    {
                        urlPattern: /\.net$/,
                        handler: "CacheFirst",
                        options: { cacheName: "networks", expiration: { maxEntries: 8 } },
                    },
                ],
                // One document, whatever stands behind its name.
                ignoreURLParametersMatching: [/.*/],
                sourcemap: false,
            },
            manifest: {
                name: "Fieldstone",
                short_name: "Fieldstone",
                description: "Board games for two: play a friend or the computer, and learn the rules",
                start_url: "./",
                scope: "./",
                display: "standalone",
                background_color: COLOUR,
                theme_color: COLOUR,
                icons: [icon("icon-192", 192), icon("icon-512", 512), icon("icon-whole", 512, "maskable")],
            },
        }),
    ];
}
