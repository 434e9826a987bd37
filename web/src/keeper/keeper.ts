/** What keeps games, analyses and settings, and tells what there is to play: a server, or the browser itself. */
import type { Format } from "../lib/files/formats";
import type { GameFacts, GameList, Guide, NewGame, Problem, Review, Seat, StoredGame, Tree } from "../lib/types";

/** A file that has been made. */
export interface File {
    name: string;
    content: Blob;
}

/** What was read back from a file with everything. */
export interface Restored {
    /** Games that were not here, or not as they are now. */
    games: number;
    /** Games that cannot be read. */
    unreadable: number;
}

/** Texts under names, there at once. */
export interface Notes {
    get(name: string): string | null;
    set(name: string, text: string): void;
    remove(name: string): void;
    /** All under which there is a text. */
    names(): string[];
}

/** Each is of the present moves of its game: of others there is none, and none is taken. */
export interface Reviews {
    get(id: string): Promise<Review | null>;
    keep(id: string, review: Review): Promise<void>;
}

/** All that can fail does so with an ApiError, whose `problem` has a sentence for people. */
export interface Keeper {
    /** Resolves when `notes` can be asked. */
    ready(): Promise<void>;
    readonly notes: Notes;

    /** All games, each variant after its base. */
    facts(): Promise<GameFacts[]>;
    guide(game: string): Promise<Guide>;

    newGame(wanted: NewGame): Promise<StoredGame>;
    getGame(id: string): Promise<StoredGame>;
    deleteGame(id: string): Promise<void>;
    /** Games, the one that changed last first; `before`: the `updated` of the last one that is known. */
    listGames(limit?: number, before?: string): Promise<GameList>;
    /** Make a move; `ply` moves are known here, so that a move made on an old board can be refused (409). */
    play(id: string, move: string, ply: number): Promise<StoredGame>;
    playForComputer(id: string, move: string, ply: number): Promise<StoredGame>;
    undo(id: string, ply: number): Promise<StoredGame>;
    /** Leave the rest to the computer, which plays both sides; and play on oneself again. */
    finish(id: string, ply: number): Promise<StoredGame>;
    resume(id: string): Promise<StoredGame>;
    resign(id: string, seat: Seat): Promise<StoredGame>;
    /** Begin a game of the same kind with the seats exchanged. */
    rematch(id: string): Promise<StoredGame>;
    /** Be told of a game now and whenever it changes, until the function that is returned is called. */
    watch(id: string, changed: (game: StoredGame) => void, failed?: (problem: Problem) => void): () => void;

    /** The formats in which games can be written. */
    readonly formats: readonly Format[];
    /** A game as a file; a picture is of the position after `ply` moves. */
    gameFile(id: string, format: string, ply?: number): Promise<File>;
    /** A record, or a line, as a file in a format. */
    exportFile(wanted: { record: unknown } | { text: string }, format: string): Promise<File>;
    /** A game's moves with the variations and comments of the file that it came from. */
    gameTree(id: string): Promise<Tree>;
    /** Keep the game of a file. */
    importGame(text: string): Promise<StoredGame>;

    /** Reviews that are kept with the games, beside those that every browser keeps for itself; null: here are the games. */
    readonly reviews: Reviews | null;

    /** Whether games, analyses and settings can be taken along as one file, and read back; else null. */
    readonly everything: { save(): Promise<File>; restore(text: string): Promise<Restored> } | null;
}
