/** Korean particles, which follow the sound of the word before them: "흑을(를)" becomes "흑을", "e5을(를)" "e5를". */

const PAIRS: Record<string, [closed: string, open: string]> = {
    "은(는)": ["은", "는"],
    "이(가)": ["이", "가"],
    "을(를)": ["을", "를"],
    "와(과)": ["과", "와"],
    "(으)로": ["으로", "로"],
};
/** How digits are read ends so: 영 일 이 삼 사 오 육 칠 팔 구. */
const CLOSED = "013678";
const VOWELS = /[aeiouy]/i;
/** After ㄹ (일, 칠, 팔 too) it is 로. */
const OPEN_TO_RO = "178";
const PARTICLE = /([\p{L}\p{N}])([^\p{L}\p{N}\s]?)(은\(는\)|이\(가\)|을\(를\)|와\(과\)|\(으\)로)/gu;

/** Choose the particles of a text; after a word whose sound is not known both stay. */
export const withParticles = (text: string): string =>
    text.replace(PARTICLE, (whole, last: string, sign: string, both: string) => {
        const code = last.codePointAt(0)! - 0xac00;
        const hangul = code >= 0 && code < 11172;
        if (!hangul && !/\d/.test(last) && !VOWELS.test(last)) return whole;
        const closed = hangul ? code % 28 !== 0 : CLOSED.includes(last);
        const flowing = hangul ? code % 28 === 8 : OPEN_TO_RO.includes(last);
        const [afterClosed, afterOpen] = PAIRS[both]!;
        return last + sign + (closed && !(both === "(으)로" && flowing) ? afterClosed : afterOpen);
    });
