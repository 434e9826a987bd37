/** What is said of a game in the list, and was written about it: it is found by that. */
import type { GameFacts, GameSummary } from "../../lib/types";
import { playerName, turnOf, winnerText } from "../play/words";
import { keptComments } from "../study/kept";
import { kindOf } from "../study/start/start";

export const playersOf = ({ seats }: GameSummary): string => `${playerName(seats, 1)} – ${playerName(seats, 2)}`;

/** How a game ended, as the one person in it would say it, and why. */
export const endOf = (game: Pick<GameSummary, "outcome" | "seats">): string =>
    game.outcome!.sentence.replace(/^[^.。]*/, winnerText(game));

export function saidOf(game: GameSummary, all: GameFacts[]): string {
    const kind = kindOf(all, game.gameText, game.shape);
    // Who won is found by the colour too.
    const state = game.outcome ? `${endOf(game)}\n${game.outcome.sentence}` : turnOf(game);
    return [kind, playersOf(game), state, keptComments(`game ${game.id}`)].join("\n");
}
