/** What the score at the end is expected to be made of, after a better move and after the one that was played. */
import type { Analysis } from "../../engine/messages";
import { marginAfter } from "../../lib/judging/chances";
import { analyse } from "../../lib/engine";
import { after } from "../../lib/positions/line";
import { viewOf } from "../../lib/positions/positions";
import type { Colour, ScoreStyle, Seat } from "../../lib/types";
import { endText } from "../study/engine/ending";

/** Each of the two positions is searched for so long. */
const SECONDS = 1;
/** Numbers are told with one decimal: what differs by less reads as the same. */
const CLEAR = 0.1;

interface Asked {
    /** The position before the move, as a line. */
    start: string;
    better: string;
    played: string;
    /** Who moved. */
    seat: Seat;
    /** null where the move settles who has which colour. */
    colour: Colour | null;
}

/** By how much a player is expected to be ahead: in what is counted, where that is one number, else in points. */
function ahead({ seat, colour }: Asked, analysis: Analysis): number | null {
    const { expected } = analysis;
    if (!expected || !colour) return null;
    const [own, other] = [expected[colour], expected[colour === "B" ? "W" : "B"]].map((one) => Object.values(one));
    return own!.length === 1 ? own![0]! - other![0]! : marginAfter(seat, analysis);
}

function search(line: string, stops: Set<() => void>): Promise<Analysis> {
    return new Promise((resolve, reject) => {
        const stop = analyse({
            line,
            seconds: SECONDS,
            moves: 1,
            owners: true,
            onanalysis: (analysis, done) => {
                if (!done) return;
                stops.delete(stop);
                resolve(analysis);
            },
            onproblem: (problem) => reject(new Error(problem.detail)),
        });
        stops.add(stop);
    });
}

/**
 * Tell `onfound` both ends in words, if the game goes on after either move and they speak for the better one; otherwise
 * nothing is told. Returns what stops the searches.
 */
export function expecting(
    asked: Asked,
    score: ScoreStyle,
    onfound: (words: { better: string; played: string }) => void,
): () => void {
    const stops = new Set<() => void>();
    let left = false;
    async function compare(): Promise<void> {
        const lines = [after(asked.start, asked.better), after(asked.start, asked.played)];
        const views = await Promise.all(lines.map((line) => viewOf(line)));
        if (left || !score.expectedTold || views.some(({ outcome }) => outcome)) return;
        const best = await search(lines[0]!, stops);
        if (left) return;
        const worse = await search(lines[1]!, stops);
        const [more, less] = [ahead(asked, best), ahead(asked, worse)];
        if (left || more === null || less === null || more - less < CLEAR) return;
        onfound({ better: endText(score, best.expected), played: endText(score, worse.expected) });
    }
    compare().catch(() => undefined); // what was found of the lines stands without it
    return () => {
        left = true;
        for (const stop of stops) stop();
    };
}
