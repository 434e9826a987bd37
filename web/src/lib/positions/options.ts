/** What the facts of a game say of its options. */
import type { Option } from "../types";

/** Whether an option cannot be given beside the values of others, as text or as they are: then it is its default. */
export const isExcluded = (option: Option, values: Record<string, unknown>): boolean =>
    Object.entries(option.notWith).some(([other, excluded]) =>
        excluded.some((value) => String(value) === String(values[other])),
    );
