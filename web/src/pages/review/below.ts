/** What stands below the worst moves of a review, loaded together. */
export { default as Legend } from "./Legend.svelte";
export { default as Summaries } from "./Summaries.svelte";
