/** Where the views of a game are. */
export interface Addresses {
    game: string;
    review: string;
    analyse: string;
}

export const addressesOf = (id: string): Addresses => ({
    game: `/games/${id}`,
    review: `/games/${id}/review`,
    analyse: `/games/${id}/analyse`,
});
