/** What keeps the games, as functions. Each failure is an ApiError whose `problem` has a sentence for people. */
import { keeper } from "#keeper";

export type { File } from "../keeper/keeper";
export { ApiError, reasonOf } from "./problems";

export const { facts, guide, newGame, getGame, deleteGame, listGames, watch } = keeper;
export const { play, playForComputer, undo, finish, resume, resign, rematch } = keeper;
export const { formats, gameFile, exportFile, gameTree, importGame, reviews, everything } = keeper;
