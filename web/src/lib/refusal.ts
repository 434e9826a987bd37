/** Who may say that the engine does not look at a line, such as that of a game that somebody is playing. */
import type { Problem } from "./types";

/** `of`: why it does not; null: it may. Without it the engine looks at every line. */
export const refusal: { of: ((line: string) => Promise<Problem | null>) | null } = { of: null };
