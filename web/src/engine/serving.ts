/** What a worker does with what it is told: it answers questions about positions, and thinks in turns. */
import type { Game } from "./positions/game";
import type { Answers, FromWorker, Question, Study, ToWorker, EngineTask } from "./messages";
import type { Kernels } from "./kernels";
import { Net } from "./search/net";
import type { Position } from "./position";
import { Positions, Refusal } from "./positions/positions";
import type { Root } from "./search/roots";
import { Round } from "./search/round";
import { SourceError, type Source } from "./source";
import { AnalysisStudy, HelpStudy, MoveStudy, Places, ReviewStudy, wantsNet, type Thinking } from "./search/studies";
import { heard } from "./search/yielding";

export class Serving {
    readonly #positions = new Map<string, Promise<Positions>>();
    readonly #places = new Places();
    readonly #networks = new Map<string, Promise<Net>>();
    readonly #thinking = new Map<number, Thinking>();
    /** What is about to begin. */
    readonly #beginning = new Set<number>();
    readonly #round = new Round(heard, (work, error) => {
        const { id } = work as Thinking;
        if (error === undefined) this.#stop(id);
        else this.#fail(id, error);
    });

    constructor(
        private readonly source: Source,
        private readonly tell: (message: FromWorker) => void,
    ) {}

    hear(message: ToWorker): void {
        if ("stop" in message) this.#stop(message.stop);
        else if ("to" in message) this.#hand(message.to, message.root, message.last);
        else if ("enough" in message) this.#end(message.enough);
        else void this.#do(message.id, message.language, message.task).catch((error) => this.#fail(message.id, error));
    }

    async #do(id: number, language: string, task: EngineTask): Promise<void> {
        this.#beginning.add(id);
        const positions = await this.#for(language);
        await positions.ready(task.line);
        if (!this.#beginning.has(id)) return;
        if (isStudy(task)) await this.#begin(id, positions, task, language);
        else {
            this.#beginning.delete(id);
            this.tell({ id, say: "answer", answer: answerTo(positions, task) });
        }
    }

    /** What knows the positions in a language. */
    #for(language: string): Promise<Positions> {
        let found = this.#positions.get(language);
        if (!found) {
            found = Positions.load(this.source, language);
            this.#positions.set(language, found);
            found.catch(() => this.#positions.delete(language));
        }
        return found;
    }

    async #begin(id: number, positions: Positions, task: Study, language: string): Promise<void> {
        const position = positions.position(task.line);
        const game = positions.gameOf(task.line);
        if (task.ask === "help" && hasNetwork(game)) {
            this.#beginning.delete(id);
            this.tell({ id, say: "root", root: null, done: true });
            return;
        }
        const net = wantsNet(position, task) ? await this.#network(id, game, position.rules.kernels, language) : null;
        if (!this.#beginning.has(id)) return;
        const study = await studyOf(id, task, position, net, this.#places, this.tell);
        if (!this.#beginning.delete(id)) {
            study.leave();
            return;
        }
        this.#thinking.set(id, study);
        this.#round.add(study);
    }

    /** The network that plays a game, null where there is none; who waits for it is told how much of it has come. */
    async #network(id: number, game: Game, kernels: Kernels, language: string): Promise<Net | null> {
        if (!hasNetwork(game)) return null;
        const { family, network } = game.data;
        const { file, bytes } = network!;
        let found = this.#networks.get(file);
        if (!found) {
            const onpart = (come: number) =>
                this.tell({ id, say: "network", part: Math.min(1, come / bytes), done: false });
            onpart(0);
            found = this.source.networkModule(family, language).then(async (module) => {
                kernels.check(module);
                return Net.read(await this.source.network(file, onpart), module);
            });
            this.#networks.set(file, found);
        }
        try {
            return await found;
        } catch {
            this.#networks.delete(file);
            this.tell({ id, say: "network", part: "missing", done: false });
            return null;
        }
    }

    /** Hand what a second worker knows to an analysis. What comes before that has begun is known again later. */
    #hand(id: number, root: Root | null, last: boolean): void {
        const study = this.#thinking.get(id);
        if (study instanceof AnalysisStudy) study.take(root, last);
    }

    #end(id: number): void {
        const study = this.#thinking.get(id);
        if (study instanceof HelpStudy) study.end();
    }

    #stop(id: number): void {
        this.#beginning.delete(id);
        const study = this.#thinking.get(id);
        if (!study) return;
        this.#thinking.delete(id);
        this.#round.remove(study);
        study.leave();
    }

    #fail(id: number, error: unknown): void {
        this.#stop(id);
        if (error instanceof Refusal) this.tell({ id, say: "refused", problem: error.problem });
        else if (error instanceof SourceError) {
            const { address, status, problem } = error;
            this.tell({ id, say: "unreached", address, status, problem });
        } else this.tell({ id, say: "failed", reason: error instanceof Error ? error.stack! : String(error) });
    }
}

/** Whether there is a network for a game and its board. */
function hasNetwork({ data, text }: Game): boolean {
    return data.network?.game === text;
}

function isStudy(task: EngineTask): task is Study {
    return task.ask === "analyse" || task.ask === "help" || task.ask === "review" || task.ask === "choose";
}

function studyOf(
    id: number,
    task: Study,
    position: Position,
    net: Net | null,
    places: Places,
    tell: (message: FromWorker) => void,
): Promise<Thinking> {
    switch (task.ask) {
        case "analyse":
            return AnalysisStudy.begin(id, task, position, net, places, tell);
        case "help":
            return HelpStudy.begin(id, task, position, places, tell);
        case "review":
            return ReviewStudy.begin(id, task, position, net, places, tell);
        case "choose":
            return MoveStudy.begin(id, task, position, net, places, tell);
    }
}

function answerTo(positions: Positions, task: Question): Answers[keyof Answers] {
    switch (task.ask) {
        case "view":
            return positions.view(task.line);
        case "viewAfter":
            return positions.viewAfter(task.line, task.move);
        case "movesOf":
            return positions.movesOf(task.line);
        case "whyNot":
            return positions.whyNot(task.line, task.move);
    }
}
