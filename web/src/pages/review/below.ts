/** What stands below the graph of a review, loaded together. */
export { default as Detail } from "./Detail.svelte";
export { default as Legend } from "./Legend.svelte";
export { lineText } from "./lineText";
export { Showing } from "./showing.svelte";
export { default as Summaries } from "./Summaries.svelte";
export { default as Turning } from "./Turning.svelte";
export { default as Worst } from "./Worst.svelte";
