/** The rules for tests: the modules as they lie beside the games, and what there is to know of these from a fixture. */
import engine from "../fixtures/engine.json";
import type { GamesFile, SentencesFile, Source } from "./source";

// As the page's build finds them, in base64.
const MODULES = import.meta.glob("../../../src/fieldstone/games/*/kernels.wasm", {
    query: "?inline",
    import: "default",
});

async function moduleOf(family: string): Promise<WebAssembly.Module> {
    const path = Object.keys(MODULES).find((one) => one.includes(`/${family}/`))!;
    const address = (await MODULES[path]!()) as string;
    const text = atob(address.slice(address.indexOf(",") + 1));
    return WebAssembly.compile(Uint8Array.from(text, (one) => one.charCodeAt(0)));
}

export const games = engine.games as unknown as GamesFile;
export const sentences = engine.sentences as unknown as SentencesFile;
export const source: Source = { games: async () => games, sentences: async () => sentences, module: moduleOf };
