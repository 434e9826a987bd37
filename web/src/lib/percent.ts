import { say } from "./texts.svelte";

/** A whole number of percent as each language writes it. */
export const percentText = (whole: number): string => say("analysis.percent", { percent: whole });
