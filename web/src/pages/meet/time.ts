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

const minutesText = (seconds: number): string =>
    say("meet.time.minutes", { minutes: Math.round((seconds / MINUTE) * 10) / 10 });
const secondsText = (seconds: number): string => say("meet.time.seconds", { seconds });

/** What adds nothing to the main time is left out. */
export function timeText(rules: OnlineClockRules): string {
    if (rules.kind === "days") return say("meet.time.days", { days: rules.days });
    const main = minutesText(rules.main);
    switch (rules.kind) {
        case "byoyomi":
            return say("meet.time.byoyomi", { main, periods: rules.periods, more: secondsText(rules.period) });
        case "delay":
            return rules.delay ? say("meet.time.delay", { main, seconds: rules.delay }) : main;
        case "fischer": {
            if (!rules.increment) return main;
            const more = secondsText(rules.increment);
            return rules.cap
                ? say("meet.time.capped", { main, more, most: minutesText(rules.cap) })
                : say("meet.time.fischer", { main, more });
        }
    }
}
