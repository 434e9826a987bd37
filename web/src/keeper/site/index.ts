/** The browser as what keeps games, analyses and settings: the static edition has no server. */
import { movesOf, view, viewAfter } from "../../lib/engine";
import type { Keeper } from "../keeper";
import { storage } from "../trouble.svelte";
import { Channel, steadyTime } from "./channel";
import * as data from "./data";
import { Files, FORMATS } from "./files";
import { Games } from "./games";
import { Notes } from "./notes";
import { stayCurrent } from "./offline";
import { Refused } from "./refusals";
import { Store } from "./store";
import type { Referee } from "./transitions";

const LIST = 50;

const referee: Referee = { view, viewAfter, movesOf };
const channel = new Channel();
const store = new Store((trouble) => (storage.trouble = trouble));
const notes = new Notes(store, channel);
const games = new Games(store, channel, referee, data.speech, { now: steadyTime, wall: Date.now });
const files = new Files(referee, data.limits, data.speech);
/** Wanted by few, and once: what saves all games in a file is loaded then. */
const everything = () => import("./everything");

channel.hear((news) => {
    if ("game" in news) void games.changed(news.game);
    else if ("note" in news) void notes.changed(news.note);
    else void notes.load().then(() => games.allChanged());
});

/** Say what is refused in the language of the page. */
async function told<T>(work: () => Promise<T>): Promise<T> {
    try {
        return await work();
    } catch (error) {
        if (error instanceof Refused) throw error.said((await data.speech()).sentences);
        throw error;
    }
}

export const keeper: Keeper = {
    ready: () => {
        stayCurrent(() => channel.alone());
        return notes.load();
    },
    notes,
    facts: data.facts,
    guide: (game) => told(() => data.guide(game, referee)),

    newGame: (wanted) => games.begin(wanted),
    getGame: (id) => games.get(id),
    deleteGame: (id) => games.remove(id),
    listGames: (limit = LIST, before) => games.list(limit, before),
    play: (id, move, ply) => games.play(id, move, ply, false),
    playForComputer: (id, move, ply) => games.play(id, move, ply, true),
    undo: (id, ply) => games.undo(id, ply),
    finish: (id, ply) => games.finish(id, ply),
    resume: (id) => games.resume(id),
    resign: (id, seat) => games.resign(id, seat),
    rematch: (id) => games.rematch(id),
    watch: (id, changed, failed = () => undefined) => games.watch(id, changed, failed),

    formats: FORMATS,
    gameFile: (id, format) =>
        told(async () => {
            const stored = await games.look(id);
            const sound = await files.recordOf(stored, await store.record(id));
            return files.file(sound, format, `${stored.name}-${id}`);
        }),
    exportFile: (wanted, format) => told(() => files.exported(wanted, format)),
    gameTree: (id) => told(async () => files.tree(await games.look(id), await store.record(id))),
    importGame: (text) => games.keep(() => files.imported(text)),

    reviews: null,
    everything: {
        save: async () => (await everything()).saved(store, new Date()),
        restore: (text) =>
            told(async () => {
                const { restored } = await everything();
                const done = await restored(text, store, referee, data.speech);
                await notes.load();
                await games.allChanged();
                channel.tell({ all: true });
                return done;
            }),
    },
};
