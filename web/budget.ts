/** Holds the build to a budget: what a page needs when it is opened first, script and style together, gzipped. */
import { gzipSync } from "node:zlib";
import type { Plugin, Rolldown } from "vite";

type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } };

/** A chunk and all that it imports before it runs. */
function closure(bundle: Rolldown.OutputBundle, file: string, found = new Set<string>()): Set<string> {
    const chunk = bundle[file] as Chunk | undefined;
    if (!chunk || chunk.type !== "chunk" || found.has(file)) return found;
    found.add(file);
    for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
    for (const needed of chunk.imports) closure(bundle, needed, found);
    return found;
}

function gzipped(bundle: Rolldown.OutputBundle, file: string): number {
    const output = bundle[file]!;
    return gzipSync(output.type === "chunk" ? output.code : output.source).length;
}

/** Fail the build if any page, with the entry and its largest catalogue of texts, takes more than `limit` bytes. */
export function budget(limit: number): Plugin {
    return {
        name: "budget",
        apply: "build",
        enforce: "post",
        generateBundle(_, bundle) {
            const chunks = Object.values(bundle).filter((one): one is Chunk => one.type === "chunk");
            const entry = chunks.find((chunk) => chunk.facadeModuleId?.endsWith("index.html"))!;
            const within = (folder: string) =>
                chunks.filter((chunk) => chunk.facadeModuleId?.includes(`/src/${folder}/`));
            const texts = Math.max(...within("texts").map((chunk) => gzipped(bundle, chunk.fileName)));
            for (const page of within("pages").filter((chunk) => chunk.isDynamicEntry)) {
                const files = closure(bundle, page.fileName, closure(bundle, entry.fileName));
                const size = [...files].reduce((sum, file) => sum + gzipped(bundle, file), texts);
                const told = `${page.name}: ${(size / 1000).toFixed(1)} kB of ${limit / 1000} kB on first load`;
                if (size > limit) this.error(told);
                else this.info(told);
            }
        },
    };
}
