import { describe, expect, it } from "vitest";
import { textIn } from "./keeping";

const bytes = (...parts: (string | number[])[]): ArrayBuffer =>
    Uint8Array.from(parts.flatMap((part) => (typeof part === "string" ? [...new TextEncoder().encode(part)] : part)))
        .buffer;

describe("the text in a file", () => {
    it("is UTF-8, whatever it says", () => {
        expect(textIn(bytes("(;C[흑 先手])"))).toBe("(;C[흑 先手])");
        expect(textIn(bytes("(;CA[Shift_JIS]C[흑])"))).toBe("(;CA[Shift_JIS]C[흑])");
        expect(textIn(bytes([0xef, 0xbb, 0xbf], "vacu"))).toBe("vacu");
    });
    it("is what SGF says where it is no UTF-8", () => {
        expect(textIn(bytes("(;CA[Shift_JIS]PB[", [0x90, 0xe6, 0x8e, 0xe8], "])"))).toBe("(;CA[Shift_JIS]PB[先手])");
        expect(textIn(bytes("(;CA[EUC-KR]PB[", [0xc8, 0xe6], "])"))).toBe("(;CA[EUC-KR]PB[흑])");
    });
    it("is Latin-1 where nothing is said, or nothing that is known", () => {
        expect(textIn(bytes("(;PB[Andr", [0xe9], "])"))).toBe("(;PB[André])");
        expect(textIn(bytes("(;CA[klingon]PB[", [0xe9], "])"))).toBe("(;CA[klingon]PB[é])");
    });
});
