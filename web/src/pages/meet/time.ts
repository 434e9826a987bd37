/** The rules of a clock in a line. */
import { say } from "../../lib/texts.svelte";
import type { OnlineClockRules, OnlineRules } from "../../lib/types";

const SECOND = 1000;
const DAY = 86_400 * SECOND;
const MINUTE = 60;

/** The rules as they were asked for: in seconds and days. */
export function asked({ kind, main, increment, cap, periods, period, delay }: OnlineRules): OnlineClockRules {
    switch (kind) {
        case "days":
            return { kind, days: Math.round(main / DAY) };
        case "byoyomi":
            return { kind, main: main / SECOND, periods, period: period / SECOND };
        case "delay":
            return { kind, main: main / SECOND, delay: delay / SECOND };
        case "fischer":
            return { kind, main: main / SECOND, increment: increment / SECOND, cap: cap / SECOND || null };
    }
}

const inMinutes = (seconds: number): number => Math.round((seconds / MINUTE) * 10) / 10;

export function timeText(rules: OnlineClockRules): string {
    if (rules.kind === "days") return say("meet.time.days", { days: rules.days });
    const minutes = inMinutes(rules.main);
    switch (rules.kind) {
        case "byoyomi":
            return say("meet.time.byoyomi", { minutes, periods: rules.periods, seconds: rules.period });
        case "delay":
            return say("meet.time.delay", { minutes, seconds: rules.delay });
        case "fischer":
            return rules.cap
                ? say("meet.time.capped", { minutes, seconds: rules.increment, most: inMinutes(rules.cap) })
                : say("meet.time.fischer", { minutes, seconds: rules.increment });
    }
}
