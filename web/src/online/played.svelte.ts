/** The live games that somebody has left here: wherever they are, they are told of their turn, and of a rematch. */

/** More would be in nobody's mind, and the line takes only so many. */
const MOST = 3;

export const played: { ids: string[] } = $state({ ids: [] });

/** Be told of a game while it runs, and of a rematch for a while. */
export function attendTo(id: string): void {
    played.ids = [id, ...played.ids.filter((one) => one !== id)].slice(0, MOST);
}

/** Be told no more. */
export function attendNoMore(id: string): void {
    played.ids = played.ids.filter((one) => one !== id);
}
