/** Which protocol of games between people this page speaks; the server says if it speaks another one. */
export const PROTOCOL = 5;
