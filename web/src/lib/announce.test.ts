// @vitest-environment jsdom
import { beforeAll, describe, expect, it } from "vitest";
import { type Language, loadTexts } from "./texts.svelte";
import type { PlayedMove, View } from "./types";
import { describeMove, describeUndo, listedAloud } from "./announce";
import { layoutOf } from "../board/geometry";
import { pointNames } from "../board/spoken";
import { NOTHING, views } from "../board/views.testing";

const played = (move: string, effects: Partial<PlayedMove["effects"]> = {}): PlayedMove => ({
    ply: 4,
    move,
    seat: 1,
    colour: "B",
    settles: /^(komi|black|white|swap)/.test(move),
    turn: 4,
    effects: { ...NOTHING, ...effects },
});
const next: View = { ...views.vacu.empty, toMove: "W", seat: 2 };

const TO_READER: Record<Language, string[]> = {
    en: [
        "Undone: Ada chooses Black, you set komi to 7; you set komi",
        "you set komi to 7; you choose a side",
        "you swap sides and have Black now; White to move",
    ],
    ko: [
        "무른 수: Ada, 흑 선택, 나, 덤 7. 내가 덤을 정할 차례입니다",
        "나, 덤 7. 내가 흑백을 고를 차례입니다",
        "나, 흑백을 바꿔 이제 흑. 백 차례입니다",
    ],
    ja: [
        "待った：Ada 黒を選択、あなた コミ7。あなたがコミを決めます",
        "あなた コミ7。あなたが色を選びます",
        "あなた 色を入れ替えて黒になる。白の手番です",
    ],
};

describe.each<[Language, Record<string, string>]>([
    [
        "en",
        {
            flips: "Black e5; flips c4, c5; White to move",
            pushes: "Black e5; pushes d5 to c5; staying in place: e4; White to move",
            listed: "Move 12, e5, pushes 2 stones",
            iago: "Black e5; captures c4; releases d3; White to move",
            pass: "Black passes; White to move",
            open: "Black e5; Black places a second stone",
            komi: "Player 1 sets komi to 7; Player 2 chooses a side",
            black: "Player 1 chooses Black; White to move",
            swap: "Player 1 swaps sides and has Black now; White to move",
            undo: "Undone: White c4, Black e5; White to move",
            back: "Undone: the resignation; White to move",
        },
    ],
    [
        "ko",
        {
            flips: "흑 e5. 뒤집힘: c4, c5. 백 차례입니다",
            pushes: "흑 e5. 밀림: d5에서 c5. 제자리에 남음: e4. 백 차례입니다",
            listed: "12수, e5, 2개 밀림",
            iago: "흑 e5. 포획: c4. 해방: d3. 백 차례입니다",
            pass: "흑 패스. 백 차례입니다",
            open: "흑 e5. 흑, 두 번째 돌을 놓을 차례입니다",
            komi: "플레이어 1, 덤 7. 플레이어 2, 흑백을 고를 차례입니다",
            black: "플레이어 1, 흑 선택. 백 차례입니다",
            swap: "플레이어 1, 흑백을 바꿔 이제 흑. 백 차례입니다",
            undo: "무른 수: 백 c4, 흑 e5. 백 차례입니다",
            back: "무른 수: 기권. 백 차례입니다",
        },
    ],
    [
        "ja",
        {
            flips: "黒 e5。反転：c4、c5。白の手番です",
            pushes: "黒 e5。押された石：d5からc5。元の位置に残る石：e4。白の手番です",
            listed: "12手目、e5、石2個を押す",
            iago: "黒 e5。キャプチャ：c4。リリース：d3。白の手番です",
            pass: "黒 パス。白の手番です",
            open: "黒 e5。黒、2つ目の石です",
            komi: "プレイヤー1 コミ7。プレイヤー2が色を選びます",
            black: "プレイヤー1 黒を選択。白の手番です",
            swap: "プレイヤー1 色を入れ替えて黒になる。白の手番です",
            undo: "待った：白 c4、黒 e5。白の手番です",
            back: "待った：投了。白の手番です",
        },
    ],
])("moves in %s", (language, said) => {
    beforeAll(() => loadTexts(language));

    it("says what a stone did and who goes on", () => {
        expect(describeMove(played("e5", { placed: ["e5"], flipped: ["c4", "c5"] }), next)).toBe(said.flips);
        const pushed = [{ from: "d5", to: "c5", wraps: false }];
        expect(describeMove(played("e5", { placed: ["e5"], pushed, returned: ["e4"] }), next)).toBe(said.pushes);
        expect(describeMove(played("e5", { captured: ["c4"], released: ["d3"] }), next)).toBe(said.iago);
    });

    it("says a move of a list by its number, with what it did", () => {
        const pushed = [
            { from: "e4", to: "e3", wraps: false },
            { from: "e3", to: "e2", wraps: false },
        ];
        expect(listedAloud(played("e5", { pushed, returned: ["e6"] }), 12)).toBe(said.listed);
    });
    it("says words, open turns and the setup", () => {
        expect(describeMove(played("pass"), next)).toBe(said.pass);
        expect(describeMove(played("e5"), { ...next, toMove: "B", turnOpen: true })).toBe(said.open);
        expect(describeMove(played("komi 7"), { ...next, setup: "side" })).toBe(said.komi);
        expect(describeMove(played("black"), next)).toBe(said.black);
        expect(describeMove(played("swap"), next)).toBe(said.swap);
        for (const word of ["button", "swap", "white", "black"])
            expect(describeMove(played(word), next)).not.toMatch(/board\.|[{}]/);
    });

    it("says what was taken back, the last move first, and who goes on", () => {
        const gone = [played("e5"), { ...played("c4"), seat: 2 as const, colour: "W" as const }];
        expect(describeUndo(gone, next)).toBe(said.undo);
        expect(describeUndo([], next)).toBe(said.back);
    });

    it("calls players as they are called elsewhere", () => {
        const names = (seat: number): string => `Ada ${3 - seat}`;
        const text = describeMove(played("komi 7"), { ...next, setup: "side" }, names);
        expect(text).toMatch(/Ada 2.*Ada 1/);
    });

    it("speaks to whoever reads it", () => {
        const own = (seat: number) => (seat === 1 ? null : "Ada");
        const komi = [played("komi 7"), { ...played("black"), seat: 2 as const }];
        const both = [
            describeUndo(komi, { ...next, setup: "komi", seat: 1 }, own),
            describeMove(played("komi 7"), { ...next, setup: "side", seat: 1 }, own),
            describeMove(played("swap"), next, own),
        ];
        expect(both).toEqual(TO_READER[language]);
    });

    it("names all stones of a turn where it is given them", () => {
        expect(describeMove(played("e4"), next, undefined, ["c3", "e4"])).toContain(
            language === "ja" ? " c3、e4" : " c3, e4",
        );
    });

    it("ends with the server's sentence", () => {
        const { last, outcome } = views.iago.finished;
        expect(describeMove(last!, views.iago.finished).endsWith(outcome!.sentence)).toBe(true);
    });

    it("names every point aloud", () => {
        for (const view of [views.iago.middle, views.setup.draw, views.vadus.middle]) {
            const names = pointNames(view, layoutOf(view.board, view.shape, view.points, true), true);
            expect(names).toHaveLength(view.points.length);
            names.forEach((name, place) => expect(name.startsWith(view.points[place]!)).toBe(true));
            expect(names.join()).not.toMatch(/board\.|[{}]/);
        }
    });
});
