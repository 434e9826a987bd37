/** What is said of a game in the list, and was written about it: it is found by that. */
import { colourName } from "../../lib/positions/moves";
import { say } from "../../lib/texts.svelte";
import type { GameFacts, GameSummary, Seat } from "../../lib/types";
import { endText, loneSeat, playerName, turnOf } from "../play/words";
import { keptComments } from "../study/kept";
import { kindOf } from "../study/start/start";
import { statesOf } from "./wanted";

/** A player with the colour that is held, if it is settled. */
export const holding = ({ colours }: Pick<GameSummary, "colours">, seat: Seat, name: string): string => {
    const colour = colours[seat];
    return colour ? say("common.of", { what: colourName(colour), of: name }) : name;
};

/** Who plays what. */
export const playersOf = (game: Pick<GameSummary, "seats" | "colours">): string =>
    ([1, 2] as const).map((seat) => holding(game, seat, playerName(game.seats, seat))).join(" – ");

/** How a game ended, as the one person in it would say it, and why. */
export const endOf = ({ outcome, seats }: Pick<GameSummary, "outcome" | "seats">): string =>
    endText({ outcome: outcome!, seats }, loneSeat(seats));

export function saidOf(game: GameSummary, all: GameFacts[]): string {
    const kind = kindOf(all, game.gameText, game.shape, game.komi);
    // Who won is found by the colour too.
    const state = game.outcome ? `${endOf(game)}\n${game.outcome.sentence}` : turnOf(game);
    // So is a result by the words in which it is asked for.
    const results = statesOf(game).map((one) => say(`games.find.state.${one}`));
    return [kind, playersOf(game), state, ...results, keptComments(`game ${game.id}`)].join("\n");
}
