/** Bytes as base64url, in which keys and passkeys are told. */

/** What a text stands for. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
    const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

export function textOf(bytes: ArrayBuffer): string {
    const letters = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join("");
    return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
