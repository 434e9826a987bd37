import { expect, it } from "vitest";
import { parted } from "./reasons";

it.each([
    [
        "Nobody may pass until the button has been taken (V8).",
        "Nobody may pass until the button has been taken.",
        ["V8"],
    ],
    ["덤은 짝수입니다(S1, S4).", "덤은 짝수입니다.", ["S1", "S4"]],
    ["リリースするとき（I6）か、ないとき（I7）だけです。", "リリースするときか、ないときだけです。", ["I6", "I7"]],
    ["b2 (V3), again (V3, K1) and (no rule).", "b2, again and (no rule).", ["V3", "K1"]],
    ["Not to be read.", "Not to be read.", []],
])("%s", (reason, text, rules) => expect(parted(reason)).toEqual({ text, rules }));
