/** What games are called, for what is said of them on every page. */
import { facts } from "../lib/api";
import { language } from "../lib/texts.svelte";
import type { GameFacts } from "../lib/types";

/** All games in the language of the page, for the component that is being made; none until they are known. */
export function namedGames(): { readonly all: GameFacts[] } {
    let all: GameFacts[] = $state.raw([]);
    $effect(() => {
        void language.now;
        facts().then(
            (known) => (all = known),
            () => undefined, // then they have no names here
        );
    });
    return {
        get all() {
            return all;
        },
    };
}
