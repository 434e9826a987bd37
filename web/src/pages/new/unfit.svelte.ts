/** Numbers on a form that cannot be: the form is not sent while one stands there. */
import { getContext, setContext } from "svelte";

const KEY = Symbol("unfit");

export class Unfit {
    /** Why not, by field; the first is that of the field that was filled in first. */
    #reasons: Record<string, string> = $state({});

    /** Why the form cannot be sent; "" where it can. */
    get reason(): string {
        return Object.values(this.#reasons)[0] ?? "";
    }
    /** Say why what stands in a field cannot be; "" where it can. */
    tell(field: string, reason: string): void {
        if (reason) this.#reasons[field] = reason;
        else delete this.#reasons[field];
    }
}

/** For the form itself. */
export const gatherUnfit = (): Unfit => setContext(KEY, new Unfit());
/** For the fields of a form. */
export const unfitHere = (): Unfit => getContext<Unfit>(KEY);
