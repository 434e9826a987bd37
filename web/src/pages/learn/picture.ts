import type { Guide, View } from "../../lib/types";

const stones = (view: View): number => view.rows.join("").replaceAll(".", "").length / view.points.length;

/** The fullest board of a guide: the liveliest picture of its game. */
export function picture(guide: Guide): View | undefined {
    const views = guide.steps.flatMap((step) => step.view ?? []);
    return views.sort((a, b) => stones(b) - stones(a))[0];
}
