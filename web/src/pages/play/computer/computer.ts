/** The computer's seat, played by the page that has the game open: the server keeps the moves, and thinks of none. */
import { ApiError, playForComputer } from "../../../lib/api";
import { choose } from "../../../lib/engine";
import type { StoredGame } from "../../../lib/types";
import { timeForMove } from "../clock";
import type { Session } from "../session.svelte";
import { isFinishing } from "../words";

/** Milliseconds until a move is told again that could not be told. */
const AGAIN = 1000;
/** Seconds for each move of a game that is decided, and milliseconds for which one sees it at least. */
const FINISHING = { seconds: 0.3, shown: 350 };

/** What tells who thinks where several pages have the game open; none has it where the address is not a safe one. */
type Locks = Pick<LockManager, "request"> | undefined;

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

export class Computer {
    #now: StoredGame | null = null;
    #stop = new AbortController();

    constructor(
        private readonly session: Session,
        private readonly locks: Locks = navigator.locks as Locks,
    ) {}

    /** Think about a game as it stands if its computer is to move; what was thought about before is called off. */
    attend(game: StoredGame | null): void {
        if (game && this.#now && game.id === this.#now.id && game.updated === this.#now.updated) return;
        this.end();
        this.#now = game;
        if (!game?.thinking) return;
        this.#stop = new AbortController();
        const { signal } = this.#stop;
        this.#play(game, signal).catch((error: unknown) => {
            if (!signal.aborted) this.session.fail(error);
        });
    }

    /** Call off what is being thought about. */
    end(): void {
        this.#now = null;
        this.#stop.abort();
    }

    /** One page thinks; another one takes its place when it is closed. */
    async #play(game: StoredGame, signal: AbortSignal): Promise<void> {
        if (!this.locks) return this.#move(game, signal);
        const name = `fieldstone computer ${game.id}`;
        const free = await this.locks.request(name, { ifAvailable: true }, async (lock) => {
            if (lock) await this.#move(game, signal);
            return lock !== null;
        });
        if (free) return;
        await this.locks.request(name, { signal }, async () => {
            // The page that had it may have moved, which is not told here yet.
            await this.session.load();
            if (this.session.game?.updated === game.updated) await this.#move(game, signal);
        });
    }

    async #move(game: StoredGame, signal: AbortSignal): Promise<void> {
        const seat = game.view.seat!;
        const clock = timeForMove(game, seat, (performance.now() - this.session.heard) / 1000);
        // What is decided stays so: both play as well as can be.
        const how = isFinishing(game)
            ? { level: "max" as const, seconds: Math.min(FINISHING.seconds, clock ?? Infinity) }
            : { level: game.seats[seat].level ?? "max", seconds: clock };
        const shown = isFinishing(game) ? wait(FINISHING.shown) : undefined;
        const onnetwork = (part: number | "missing"): void => {
            if (!signal.aborted) this.session.tellNetwork(part);
        };
        const move = await choose({ line: game.view.line, game: game.id, seat, onnetwork, ...how }, signal);
        await shown;
        while (!signal.aborted) {
            try {
                this.session.take(await playForComputer(game.id, move, game.moves.length));
                return;
            } catch (error) {
                if (!(error instanceof ApiError)) throw error;
                // Somebody was quicker, or has taken a move back: what the game has become is told by the socket.
                if (error.status === 409) return this.session.load();
                if (!error.offline) throw error;
            }
            await wait(AGAIN);
        }
    }
}
