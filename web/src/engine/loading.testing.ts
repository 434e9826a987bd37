/** The rules for tests: the modules as they lie beside the games, and what there is to know of these from a fixture. */
import engine from "../fixtures/engine.json";
import type { GamesFile, SentencesFile, Source } from "./source";

// As the page's build finds them, in base64.
const MODULES = import.meta.glob("../../../src/fieldstone/games/*/{kernels,network}.wasm", {
    query: "?inline",
    import: "default",
});

const NETWORKS = import.meta.glob("../../../src/fieldstone/games/*/*.net", { query: "?inline", import: "default" });

/** What lies at a path, from an address with all of it. */
async function bytesAt(path: string, files: Record<string, () => Promise<unknown>>): Promise<Uint8Array<ArrayBuffer>> {
    const address = (await files[path]!()) as string;
    const text = atob(address.slice(address.indexOf(",") + 1));
    return Uint8Array.from(text, (one) => one.charCodeAt(0));
}

async function moduleAt(end: string): Promise<WebAssembly.Module> {
    const path = Object.keys(MODULES).find((one) => one.endsWith(end))!;
    return WebAssembly.compile(await bytesAt(path, MODULES));
}

/** The module that searches by the networks of a base game and its variants. */
export const networkModuleOf = (family: string): Promise<WebAssembly.Module> => moduleAt(`/${family}/network.wasm`);

/** The file of a network. */
export async function networkOf(file: string): Promise<Uint8Array<ArrayBuffer>> {
    return bytesAt(
        Object.keys(NETWORKS).find((one) => one.endsWith(`/${file}`))!,
        NETWORKS,
    );
}

export const games = engine.games as unknown as GamesFile;
export const sentences = engine.sentences as unknown as SentencesFile;
export const source: Source = {
    games: async () => games,
    sentences: async () => sentences,
    module: (family) => moduleAt(`/${family}/kernels.wasm`),
    networkModule: networkModuleOf,
    network: networkOf,
};
