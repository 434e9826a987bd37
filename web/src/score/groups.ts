/** The groups of a count as they are listed. */
import type { Group } from "../lib/types";

export interface Listed {
    group: Group;
    /** Its place among all groups. */
    place: number;
}

const MOST = 24;

/** Pairs, those that are left, and how many more there are: the first ones are enough. */
export function sortGroups(groups: readonly Group[]): { pairs: [Listed, Listed][]; left: Listed[]; more: number } {
    const all = groups.map((group, place): Listed => ({ group, place }));
    const pairs: [Listed, Listed][] = [];
    for (const one of all) {
        const { cancelledBy } = one.group;
        if (typeof cancelledBy === "number" && cancelledBy > one.place) pairs.push([one, all[cancelledBy]!]);
    }
    const left = all.filter(({ group }) => typeof group.cancelledBy !== "number");
    return { pairs, left: left.slice(0, MOST), more: Math.max(0, left.length - MOST) };
}
