/** How fast the kernels are here: `node speed.mjs MODULE JOB` plays out and searches, some rounds of each. */
import { readFileSync } from "node:fs";
import { kinds } from "../src/engine/interface";
import { Kernels } from "../src/engine/kernels";
import { Position, Rules } from "../src/engine/position";
import { Search, Workspace } from "../src/engine/search";

interface Job {
    name: string;
    options: number[];
    texts: string[];
    playouts: number;
    simulations: number;
    rounds: number;
}

const module = new WebAssembly.Module(readFileSync(process.argv[2]!));
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

/** Things a second. */
function rate(count: number, work: () => void): number {
    const begin = performance.now();
    work();
    return (1000 * count) / (performance.now() - begin);
}

for (let round = 0; round < job.rounds; round += 1) {
    const playouts = rate(job.playouts, () => {
        entries.sample_playouts(rules.place, states, memory.words(states), rng, job.playouts);
    });
    memory.release(mark);
    const workspace = new Workspace(rules, 7n, 100, false);
    const request = { kind: kinds.THINK, limit: { simulations: job.simulations } };
    const search = new Search(position, workspace, request);
    const simulations = rate(job.simulations, () => search.run());
    console.log(JSON.stringify({ playouts, simulations, made: search.simulations }));
}
