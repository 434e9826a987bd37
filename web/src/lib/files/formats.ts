/** The formats in which a game can be downloaded; the server knows the same by these names. */
import type { View } from "../types";

export type Shape = View["shape"];

export const FORMATS = ["record", "sgf", "viewer", "abstractplay", "moves", "svg", "png"] as const;
export type Format = (typeof FORMATS)[number];

/** Those that can hold a game: Go viewers show square boards, and AbstractPlay keeps finished games. */
export const formatsFor = (shape: Shape, over: boolean): Format[] =>
    FORMATS.filter((format) => (format !== "viewer" || shape === "square") && (format !== "abstractplay" || over));

/** A picture is of one position, every other file of the whole game. */
export const isPicture = (format: Format): boolean => format === "svg" || format === "png";
