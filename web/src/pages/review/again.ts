/** What another try needs, loaded together. */
export { default as TryAgain } from "./TryAgain.svelte";
export { Trying } from "./trying.svelte";
