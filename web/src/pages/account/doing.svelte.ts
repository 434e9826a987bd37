/** What is being done with an account: one thing after the other, and what has gone wrong with it. */
import { reasonOf } from "../../lib/problems";

export class Doing {
    busy = $state(false);
    wrong = $state("");

    /** Do something; returns whether it is done. */
    async do(work: () => Promise<unknown>): Promise<boolean> {
        this.busy = true;
        this.wrong = "";
        try {
            await work();
            return true;
        } catch (error) {
            this.wrong = reasonOf(error);
            return false;
        } finally {
            this.busy = false;
        }
    }
}
