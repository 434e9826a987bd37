/** What stands at the foot of an analysis or a review, loaded together. */
export { default as Download } from "../../lib/files/Download.svelte";
export { default as Moves } from "./Moves.svelte";
export { default as StudyKeys } from "./StudyKeys.svelte";
