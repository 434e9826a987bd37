/** Ends that no position shows. */
export const CLAIMED = ["resignation", "time", "forfeit", "agreement"];
