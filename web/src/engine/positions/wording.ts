/** Scores and endings in words; the twin of `fieldstone/play/wording.py`. */
import type { Colour, Group, Outcome } from "../../lib/types";
import type { Game } from "./game";
import type { Details, Sentences } from "./sentences";
import type { CommonData } from "../source";

type Numbers = Record<Colour, number[]>;
type ByColour<T> = Record<Colour, T>;

export class Wording {
    constructor(
        private readonly common: CommonData,
        private readonly game: Game,
        private readonly sentences: Sentences,
    ) {}

    /** The scores as the rules count them, from the numbers that make them. */
    scores(numbers: Numbers): ByColour<unknown> {
        const of = (one: number[]) => (this.game.data.score.kind === "groups" ? one : one[0]);
        return { B: of(numbers.B), W: of(numbers.W) };
    }

    /** The score of each colour as people read it; empty where none counts. */
    scoreTexts(numbers: Numbers): ByColour<string> {
        return { B: this.scoreText(numbers.B), W: this.scoreText(numbers.W) };
    }

    private scoreText(numbers: number[], inWords = false): string {
        const { kind } = this.game.data.score;
        if (kind === "none") return "";
        if (kind === "groups") return this.values(numbers, inWords);
        if (kind === "product") return `${numbers[1]} × ${numbers[2]} = ${numbers[0]}`;
        return halves(numbers[0]!);
    }

    /** Numbers as a list, equal ones counted where there are many: "5, 2, -1 (×9)"; in a sentence that is in words. */
    private values(numbers: readonly number[], inWords: boolean): string {
        if (!numbers.length) return this.sentences.say("list.none");
        const { longestList, shortestRun } = this.common;
        const shown: string[] = [];
        for (let at = 0; at < numbers.length;) {
            let end = at;
            while (numbers[end] === numbers[at]) end += 1;
            const alike = end - at;
            if (alike < shortestRun) shown.push(...Array.from({ length: alike }, () => String(numbers[at])));
            else if (inWords) shown.push(this.run(numbers[at]!, alike, shown.length > 0));
            else shown.push(`${numbers[at]} (×${alike})`);
            at = end;
        }
        return this.sentences.listed(shown.length > longestList ? [...shown.slice(0, longestList), "…"] : shown);
    }

    private run(number: number, count: number, more: boolean): string {
        return this.sentences.say(more ? "list.runs-more" : "list.runs", { number, count });
    }

    /** What the game counts, as if it ended here. */
    private scoreSentence(numbers: Numbers, komi: number): string {
        const { kind, told } = this.game.data.score;
        const details: Details = { black: this.scoreText(numbers.B, true), white: this.scoreText(numbers.W, true) };
        if (kind === "points" && komi) return this.sentences.say("score.points-komi", { ...details, komi });
        return this.sentences.say(told, details);
    }

    /** Who has won and why, what was counted, and how equal scores were decided: a sentence each. */
    private ending(over: number, winner: Colour | null, numbers: Numbers, komi: number, last: Colour): string {
        const { key, compared } = this.game.data.endings[over - 1]!;
        const { score } = this.game.data;
        const { sentences } = this;
        const parts = [
            winner === null
                ? sentences.say("end.draw")
                : sentences.say("end.win", { who: sentences.say(`colour.${winner}`) }),
            sentences.say(key),
        ];
        if (score.counts) parts.push(signs(this.scoreSentence(numbers, komi)));
        const scores = this.scores(numbers);
        const equal = JSON.stringify(scores.B) === JSON.stringify(scores.W);
        if (equal && compared && score.tie) parts.push(this.tied(score.tie, last));
        return sentences.joined(parts);
    }

    /** How equal scores are decided; some sentences name the colour that moved last (K9). */
    private tied(tie: string, last: Colour): string {
        return this.sentences.say(tie, { colour: last });
    }

    /**
     * By which group the game is decided, as it stands, or that none is left; empty where none does.
     * `last` is the colour that moved last.
     */
    deciding(groups: readonly Group[], last: Colour): string {
        const { decides, tie } = this.game.data.score;
        if (decides === null || !groups.length) return "";
        const first = groups.find((group) => group.deciding);
        if (!first) return tie === null ? "" : this.tied(tie, last);
        const rival = groups.find((one) => one.colour !== first.colour && (one.cancelledBy ?? null) === null);
        const worth = (group?: Group) =>
            group ? String(group.value ?? group.points.length) : this.sentences.say("list.none");
        return this.sentences.say(decides, { colour: first.colour, worth: worth(first), rival: worth(rival) });
    }

    outcome(
        over: number,
        winner: Colour | null,
        seat: Outcome["winnerSeat"],
        numbers: Numbers,
        komi: number,
        last: Colour,
    ): Outcome {
        return {
            winner,
            winnerSeat: seat,
            termination: this.game.data.endings[over - 1]!.name,
            sentence: this.ending(over, winner, numbers, komi, last),
        };
    }
}

/** Points with halves written as such. */
export function halves(score: number): string {
    const whole = Math.floor(score);
    if (whole === score) return String(whole);
    return whole ? `${whole}½` : "½";
}

/** A text with real minus signs before its numbers. */
export function signs(text: string): string {
    return text.replace(/-(?=\d)/g, "−");
}
