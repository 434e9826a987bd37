/**
 * Which of the two editions this page is: that of a server, which keeps the games, or the static one, files alone, which
 * keeps them in the browser. `make site` builds the second around the folder with its data.
 */
export const DATA: string = __DATA__;
export const STATIC = DATA !== "";

/** An address of the page ("/games") as the value of a link; on any web server the page has one document alone. */
export const at = (address: string): string => (STATIC ? `#${address}` : address);

/** The same as it can be given to somebody else. */
export const whole = (address: string): string => new URL(at(address), location.href).href;
