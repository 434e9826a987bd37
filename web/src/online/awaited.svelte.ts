/** The games of this browser, and of who has signed in, to which somebody is awaited, whichever page is shown. */
import { STATIC } from "../lib/edition";
import { keepSeat, keptSeat, keptSeats } from "./kept";

export const awaited: { ids: string[] } = $state({
    ids: STATIC
        ? []
        : keptSeats()
              .filter(({ waits }) => waits)
              .map(({ id }) => id),
});

/** Wait for somebody to take the other seat of a game. */
export function awaitAt(id: string): void {
    const seat = keptSeat(id);
    if (!seat || awaited.ids.includes(id)) return;
    keepSeat({ ...seat, waits: true });
    awaited.ids.push(id);
}

/** Wait at games of the account too, which may have been begun on another device. */
export function awaitAlso(ids: readonly string[]): void {
    awaited.ids.push(...ids.filter((id) => !awaited.ids.includes(id)));
}

/** Wait no more. */
export function awaitNoMore(id: string): void {
    const { waits: _, ...seat } = keptSeat(id) ?? { id, token: "" };
    if (seat.token) keepSeat(seat);
    awaited.ids = awaited.ids.filter((one) => one !== id);
}
