/** What is wrong with the browser's storage, for whoever shows it. */

/** "full": there is no room; "denied": the browser keeps nothing for this page. */
export type Trouble = "" | "full" | "denied";

export const storage: { trouble: Trouble } = $state({ trouble: "" });
