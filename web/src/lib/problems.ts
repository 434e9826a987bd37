/** What goes wrong, with a sentence for people. */
import type { Problem } from "./types";

/** A refusal, or (status 0) no answer at all. `message` can be shown as it is. */
export class ApiError extends Error {
    constructor(readonly problem: Problem) {
        super(problem.detail);
        this.name = "ApiError";
    }
    /** Whether it is the problem of the server that has this name. */
    is(name: string): boolean {
        return this.problem.type === `urn:fieldstone:problem:${name}`;
    }
    get status(): number {
        return this.problem.status;
    }
    /** The server did not answer: it may do so again later. */
    get offline(): boolean {
        return this.status === 0 || this.status === 502 || this.status === 504;
    }
}

/** What went wrong, as a sentence for people. */
export function reasonOf(error: unknown): string {
    return error instanceof Error ? error.message : String(error);
}

/** An error with a problem that no server has described; status 0: there is no answer at all. */
export function problem(status: number, detail: string): ApiError {
    return new ApiError({ type: "about:blank", title: detail, status, detail });
}
