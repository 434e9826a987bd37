/** What cannot be done, before it is said in a language; the twin of `ProblemError` in `fieldstone/server/problems.py`. */
import type { Details, Sentences } from "../../engine/positions/sentences";
import { ApiError } from "../../lib/problems";

export const TYPE = "urn:fieldstone:problem:";

/** `name` is that of the problem; its sentence is "problem.<name>" of the catalogues. */
export class Refused extends Error {
    constructor(
        readonly status: number,
        readonly problem: string,
        readonly details: Details = {},
    ) {
        super(problem);
        this.name = "Refused";
    }

    /** The same with a sentence for people. */
    said(sentences: Sentences): ApiError {
        const { status, problem, details } = this;
        const title = sentences.say(`problem.title-${status}`);
        return new ApiError({
            type: TYPE + problem,
            title,
            status,
            detail: sentences.say(`problem.${problem}`, details),
        });
    }
}

/** What is wrong with a record or another file; `key` is that of its sentence, a detail may itself be one. */
export class Unreadable extends Refused {
    constructor(
        readonly key: string,
        readonly about: Record<string, Details[string] | ((sentences: Sentences) => string)> = {},
    ) {
        super(422, "record");
        this.name = "Unreadable";
    }

    override said(sentences: Sentences): ApiError {
        const details = Object.entries(this.about).map(([name, value]) => [
            name,
            typeof value === "function" ? value(sentences) : value,
        ]);
        const problem = sentences.say(this.key, Object.fromEntries(details) as Details);
        return new Refused(422, "record", { problem }).said(sentences);
    }
}
