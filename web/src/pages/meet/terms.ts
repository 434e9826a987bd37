/** What two people agree on when one of them takes the seat that the other has left free. */
import { colourName } from "../../lib/positions/moves";
import { say } from "../../lib/texts.svelte";
import type { GameFacts, Seat, View } from "../../lib/types";
import type { Table } from "../../online/table";
import { sizeText } from "../study/start/start";
import { optionOf } from "./part";
import { asked, timeText } from "./time";

export interface Term {
    name: string;
    said: string;
}

/** One's own seat, or the one that is free; null where chance has decided and nobody is told yet. */
function seatIn({ seat, players, sought, challenge }: Table): Seat | null {
    if (sought && players[0] && players[1]) return null;
    return seat ?? challenge?.seat ?? (players[0] ? 2 : 1);
}

export function termsOf(fact: GameFacts, table: Table, view: View): Term[] {
    const [text = ""] = table.start.split(" ", 1);
    const seat = seatIn(table);
    const size = optionOf(text, fact, "size") ?? fact.fixedSize;
    const terms: Term[] = [];
    if (size !== null) terms.push({ name: say("new.size"), said: sizeText(fact, Number(size)) });
    const open = view.colours[1] === null;
    terms.push({ name: say(open ? "meet.terms.start" : "new.side"), said: sideText(seat, view) });
    if (optionOf(text, fact, "pie") === "true")
        terms.push({ name: say("meet.terms.swap"), said: swapText(seat, view) });
    if (fact.options.komi || view.komi) {
        const komi = open ? say("new.komi.auction") : String(view.komi ?? 0);
        terms.push({ name: say("new.komi"), said: komi });
    }
    terms.push({ name: say("new.time"), said: timeText(asked(table.rules)) });
    terms.push({ name: say("rated.rating"), said: say(table.rated ? "rated.counts" : "rated.counts-not") });
    if (table.public) terms.push({ name: say("meet.terms.watch"), said: say("lobby.public") });
    return terms;
}

/** Who plays what; where sides are chosen after komi was named, who does which. */
function sideText(seat: Seat | null, view: View): string {
    if (view.colours[1] === null) return say(`meet.terms.komi.${seat ?? "random"}`);
    if (seat === null) return say("meet.terms.random");
    const colour = colourName(view.colours[seat]!);
    return view.seat === seat ? say("meet.terms.first", { colour }) : colour;
}

/** The pie rule: who does not begin may change colours instead of a first stone. */
function swapText(seat: Seat | null, view: View): string {
    if (seat === null) return say("meet.terms.swap.random");
    return say(view.seat === seat ? "meet.terms.swap.theirs" : "meet.terms.swap.yours");
}
