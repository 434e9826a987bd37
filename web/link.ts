/** What shows a link to the page where it is sent: a picture, which has to be named by its whole address. */
import type { HtmlTagDescriptor, Plugin } from "vite";

const WIDTH = 1200;
const HEIGHT = 630;

const meta = (attrs: Record<string, string>): HtmlTagDescriptor => ({ tag: "meta", attrs, injectTo: "head" });

/** `address`: where the page stands; "/" where its server fills it in, and empty where nobody knows. */
export function link(address: string): Plugin {
    if (address && address !== "/" && !/^https?:\/\/[^?#]+\/$/.test(address))
        throw new Error(`The address of the page should be like https://example.org/games/, not ${address}`);
    const picture = [
        ...(address === "/" ? [] : [meta({ property: "og:url", content: address })]),
        meta({ property: "og:image", content: `${address}link.png` }),
        meta({ property: "og:image:width", content: String(WIDTH) }),
        meta({ property: "og:image:height", content: String(HEIGHT) }),
        meta({ property: "og:image:alt", content: "Boards of the games with stones on them" }),
    ];
    const card = meta({ name: "twitter:card", content: address ? "summary_large_image" : "summary" });
    return { name: "link", transformIndexHtml: () => [card, ...(address ? picture : [])] };
}
