// @vitest-environment jsdom
import { expect, it } from "vitest";
import { loadTexts } from "../../lib/texts.svelte";
import type { OnlineClockRules } from "../../lib/types";
import { timeText } from "./time";

const fischer = (main: number, increment: number, cap: number | null = null): OnlineClockRules => ({
    ...{ kind: "fischer", main, increment, cap },
});
const delay = (seconds: number): OnlineClockRules => ({ kind: "delay", main: 60, delay: seconds });
const byoyomi: OnlineClockRules = { kind: "byoyomi", main: 600, periods: 1, period: 1 };

it("tells a time in the numbers of a language, without what adds nothing", async () => {
    await loadTexts("en");
    expect(timeText(fischer(60, 0))).toBe("1 minute");
    expect(timeText(fischer(60, 0, 300))).toBe("1 minute");
    expect(timeText(fischer(60, 1))).toBe("1 minute + 1 second per turn");
    expect(timeText(fischer(300, 5))).toBe("5 minutes + 5 seconds per turn");
    expect(timeText(fischer(90, 2, 60))).toBe("1.5 minutes + 2 seconds per turn, up to 1 minute");
    expect(timeText(delay(0))).toBe("1 minute");
    expect(timeText(delay(1))).toBe("1 minute, the first second of each turn does not count");
    expect(timeText(delay(5))).toBe("1 minute, the first 5 seconds of each turn do not count");
    expect(timeText(byoyomi)).toBe("10 minutes, then 1 period of 1 second");
    expect(timeText({ ...byoyomi, periods: 5, period: 30 })).toBe("10 minutes, then 5 periods of 30 seconds");
    expect(timeText({ kind: "days", days: 1 })).toBe("1 day per turn");
});

it("tells the same in Korean and Japanese", async () => {
    await loadTexts("ko");
    expect([fischer(60, 0), fischer(300, 5), byoyomi].map(timeText)).toEqual([
        "1분",
        "기본 5분, 차례마다 5초 추가",
        "기본 10분, 초읽기 1초 1회",
    ]);
    await loadTexts("ja");
    expect([fischer(60, 0), fischer(300, 5), byoyomi].map(timeText)).toEqual([
        "1分",
        "5分、1手番ごとに5秒加算",
        "10分、切れたら1秒の秒読み1回",
    ]);
});
