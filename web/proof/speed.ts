/**
 * How fast the kernels are here: `node speed.mjs MODULE JOB` plays out and searches, some rounds of each; or it analyses,
 * by one worker and by two.
 */
import { readFileSync } from "node:fs";
import { MessageChannel, receiveMessageOnPort, Worker, workerData, type MessagePort } from "node:worker_threads";
import { AnalysisRun, helperOf } from "../src/engine/search/analysis";
import { kinds } from "../src/engine/interface";
import { Kernels } from "../src/engine/kernels";
import { Net } from "../src/engine/search/net";
import { Position, Rules } from "../src/engine/position";
import type { Root } from "../src/engine/search/roots";
import { Search, Workspace } from "../src/engine/search/search";

interface Job {
    name: string;
    options: number[];
    texts: string[];
    playouts: number;
    simulations: number;
    rounds: number;
    /** Where the file of a network lies that judges positions, and the module that searches by it. */
    net?: string;
    netModule?: string;
    /** Of an analysis by one worker or two; without it random games and searches are measured. */
    seconds?: number;
}

const SEED = 7n;
const MEGABYTES = 100;
/** Milliseconds between two looks at what the second worker knows. */
const HELP_EVERY = 100;

const moduleAt = (path: string): WebAssembly.Module => new WebAssembly.Module(readFileSync(path));

const module = moduleAt(process.argv[2]!);
const job = JSON.parse(process.argv[3]!) as Job;
const kernels = await Kernels.start(module);
const { memory, entries } = kernels;
const rules = new Rules(kernels, job.name, job.options, job.texts);
const position = new Position(rules);
const states = memory.allocate("states");
memory.bytes(states).set(memory.bytes(position.states));
const rng = memory.allocate("counts", { rows: 1 });
memory.fillBits(rng, [12345n]);
const mark = memory.mark;
const network = job.net ? await Net.read(new Uint8Array(readFileSync(job.net)), moduleAt(job.netModule!)) : null;

/** Things a second. */
function rate(count: number, work: () => void): number {
    const begin = performance.now();
    work();
    return (1000 * count) / (performance.now() - begin);
}

/** What the second worker does: whenever it is told for how long, it searches, and tells what it knows. */
function help(port: MessagePort): void {
    port.on("message", (seconds: number) => {
        memory.release(mark);
        const helper = helperOf(position, new Workspace(rules, SEED, MEGABYTES, false, undefined, 1), { seconds });
        for (let told = performance.now(); !helper.done;) {
            helper.step();
            if (receiveMessageOnPort(port)) helper.stop();
            if (!helper.done && performance.now() - told < HELP_EVERY) continue;
            port.postMessage({ root: helper.root(), last: helper.done });
            told = performance.now();
        }
    });
}

/**
 * Simulations a second of an analysis, with a second worker at a port or without, where each worker has a processor to
 * itself: it is told by the time that processors spend on this process, so that a busy machine says the same.
 */
function analyse(seconds: number, port?: MessagePort): number {
    memory.release(mark);
    const request = { seconds, owners: false, seed: SEED, helped: port !== undefined };
    const run = new AnalysisRun(position, new Workspace(rules, SEED, MEGABYTES), request);
    const begin = process.cpuUsage();
    port?.postMessage(seconds);
    let ended = false;
    while (!run.done) {
        run.step();
        if (run.enough && !ended) {
            ended = true;
            port!.postMessage("enough");
        }
        const heard = port && (receiveMessageOnPort(port)?.message as { root: Root; last: boolean } | undefined);
        if (heard) run.take(heard.root, heard.last);
    }
    const { user, system } = process.cpuUsage(begin);
    return ((port ? 2 : 1) * run.read(true).rootInfo.visits) / ((user + system) / 1e6);
}

function measureAnalyses(seconds: number): void {
    const { port1, port2 } = new MessageChannel();
    const second = new Worker(new URL(import.meta.url), {
        argv: process.argv.slice(2),
        workerData: { port: port2 },
        transferList: [port2],
    });
    analyse(seconds / 4, port1); // code gets fast, and memory is found
    for (let round = 0; round < job.rounds; round += 1) {
        console.log(JSON.stringify({ one: analyse(seconds), two: analyse(seconds, port1) }));
    }
    void second.terminate();
}

function measureKernels(): void {
    for (let round = 0; round < job.rounds; round += 1) {
        const playouts = rate(job.playouts, () => {
            entries.sample_playouts(rules.place, states, memory.words(states), rng, job.playouts);
        });
        memory.release(mark);
        const workspace = new Workspace(rules, SEED, MEGABYTES, false);
        const net = network?.placeIn(kernels);
        const request = { kind: kinds.THINK, limit: { simulations: job.simulations }, net };
        const search = new Search(position, workspace, request);
        const simulations = rate(job.simulations, () => search.run());
        console.log(JSON.stringify({ playouts, simulations, made: search.simulations }));
    }
}

if (workerData) help((workerData as { port: MessagePort }).port);
else if (job.seconds === undefined) measureKernels();
else measureAnalyses(job.seconds);
