/** What is said of a game in the list, and was written about it: it is found by that. */
import type { GameFacts, GameSummary } from "../../lib/types";
import { playerName, turnOf } from "../play/words";
import { keptComments } from "../study/kept";
import { kindOf } from "../study/start/start";

export const playersOf = ({ seats }: GameSummary): string => `${playerName(seats, 1)} – ${playerName(seats, 2)}`;

export function saidOf(game: GameSummary, all: GameFacts[]): string {
    const kind = kindOf(all, game.gameText, game.shape);
    const state = game.outcome?.sentence ?? turnOf(game);
    return [kind, playersOf(game), state, keptComments(`game ${game.id}`)].join("\n");
}
