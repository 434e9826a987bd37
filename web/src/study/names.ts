/** What players are called. */
import { say } from "../lib/texts.svelte";
import type { Seat, SeatInfo } from "../lib/types";

export function seatName(info: SeatInfo, seat: Seat): string {
    if (info.name) return info.name;
    if (info.kind === "human") return say("analysis.player", { seat });
    return info.level === "max"
        ? say("analysis.computer.max")
        : say("analysis.computer", { level: info.level ?? "" });
}
