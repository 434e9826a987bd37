/** A game that is to be imported may be here already: one has exported it oneself, or imported it before. */
import { exportFile, type File, gameFile, listGames } from "../../lib/api";
import { parts } from "../../lib/positions/line";
import type { GameSummary } from "../../lib/types";
import { find } from "./wanted";

/** What the game of a text begins at, and its moves, in their usual spelling. */
const lineIn = async (file: Promise<File>): Promise<string> => (await (await file).content.text()).trim();

/** The game here that has the same start and the same moves as that of a text; null where there is none. */
export async function twinOf(text: string): Promise<GameSummary | null> {
    const line = await lineIn(exportFile({ text }, "moves"));
    const { start, moves } = parts(line);
    const alike = ({ gameText, plies }: GameSummary): boolean => plies === moves.length && start.startsWith(gameText);
    const { games } = await find(alike, listGames);
    const lines = await Promise.all(games.map(({ id }) => lineIn(gameFile(id, "moves"))));
    return games.find((_, place) => lines[place] === line) ?? null;
}
