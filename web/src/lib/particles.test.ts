import { expect, it } from "vitest";
import { withParticles } from "./particles";

it.each([
    ["흑이(가) 백을(를) 잡습니다", "흑이 백을 잡습니다"],
    ["두기이(가)", "두기가"],
    ["a1은(는) a2은(는) b10은(는)", "a1은 a2는 b10은"],
    ["“vacu”이(가), “5”을(를)", "“vacu”가, “5”를"],
    ["칠(으)로 점(으)로 판1(으)로 수(으)로", "칠로 점으로 판1로 수로"],
    ["“chess”은(는), “집”(이)라는", "“chess”은(는), “집”이라는"],
])("chooses the particle by the sound before it: %s", (text, expected) => {
    expect(withParticles(text)).toBe(expected);
});
