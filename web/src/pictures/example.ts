/** A line as people may type it, shown where they can. */
export const EXAMPLE = "kaomi(size=5) moves c3,swap,c4";
