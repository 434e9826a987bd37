/** What is wrong with the browser's storage, for whoever shows it. */
import type { Trouble } from "./store";

export const storage: { trouble: Trouble } = $state({ trouble: "" });
