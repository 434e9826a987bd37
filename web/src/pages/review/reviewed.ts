/** A game to be reviewed, wherever it is kept. */
import { gameFile, getGame, type File } from "../../lib/api";
import type { Format } from "../../lib/files/formats";
import type { ReviewedMove, Seat, StoredGame } from "../../lib/types";
import { isPrivate } from "../study/private";
import { addressesOf, type Addresses } from "../study/start/addresses";
import { shelfOf, type Shelf } from "./kept";

export interface Reviewed {
    game: StoredGame;
    /** It is still being played, so that there is nothing to look into. */
    playing: boolean;
    /** Whose mistakes one has come for; null: those of both. */
    own: Seat | null;
    addresses: Addresses;
    shelf: Shelf | null;
    file: (format: Format) => Promise<File>;
}

/** The moves of a review without those that a person has left to the computer. */
export function byPersons({ handed, seats }: StoredGame, moves: readonly ReviewedMove[]): readonly ReviewedMove[] {
    const isHanded = ({ ply, seat }: ReviewedMove): boolean =>
        seats[seat].kind === "human" &&
        handed.some(({ after, until }) => ply > after && (until === null || ply <= until));
    return moves.filter((move) => !isHanded(move));
}

/** A game of one device: against the computer one has come for one's own mistakes. */
export async function ownGame(id: string): Promise<Reviewed> {
    const game = await getGame(id);
    const [first, second] = [game.seats[1].kind, game.seats[2].kind];
    return {
        game,
        playing: isPrivate(game),
        own: first === second ? null : first === "human" ? 1 : 2,
        addresses: addressesOf(id),
        shelf: shelfOf(id),
        file: (format) => gameFile(id, format),
    };
}
