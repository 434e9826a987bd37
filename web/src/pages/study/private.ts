/** Which games are kept from the engine. */
import type { StoredGame } from "../../lib/types";

/** Two people are playing it: one read from a file is theirs to look into until they play on. */
export const isPrivate = ({ status, seats, imported }: StoredGame): boolean =>
    status === "playing" && !imported && seats[1].kind === "human" && seats[2].kind === "human";
