/** Korean particles that depend on whether the sound before them ends in a consonant. */

/** As the catalogues write them, and what they become after a consonant and after a vowel. */
const PARTICLES: Record<string, [string, string]> = {
    "은(는)": ["은", "는"],
    "이(가)": ["이", "가"],
    "을(를)": ["을", "를"],
    "(으)로": ["으로", "로"],
    "(이)": ["이", ""],
};
const FOUND = /([\p{L}\p{N}])([^\p{L}\p{N}\s(]*)(은\(는\)|이\(가\)|을\(를\)|\(으\)로|\(이\))/gu;
/** Digits whose names end in a consonant, and those whose names end in ㄹ: 영 일 삼 육 칠 팔. */
const CLOSED = "013678";
const RIEUL = "178";

/** Whether a character ends in a consonant, as far as that can be known; `ro`: ㄹ counts as a vowel before 로. */
function endsClosed(character: string, ro: boolean): boolean | null {
    const syllable = character.charCodeAt(0) - 0xac00;
    if (syllable >= 0 && syllable < 11172) {
        const final = syllable % 28;
        return final !== 0 && !(ro && final === 8);
    }
    if (/[0-9]/.test(character)) return CLOSED.includes(character) && !(ro && RIEUL.includes(character));
    return /[aeiouy]/i.test(character) ? false : null;
}

/** A Korean text with the particles that fit; after a letter whose sound is not known both stay. */
export function withParticles(text: string): string {
    return text.replace(FOUND, (whole: string, before: string, between: string, both: string) => {
        const closed = endsClosed(before, both === "(으)로");
        return closed === null ? whole : before + between + PARTICLES[both]![closed ? 0 : 1];
    });
}
