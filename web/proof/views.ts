/**
 * Asks for views, moves and reasons, and says where they are not those of Python: `node views.mjs PLAN` reads a job a
 * line, and the folder with the files of the games that the first line names.
 */
import { readFileSync } from "node:fs";
import { Positions, Refusal } from "../src/engine/positions/positions";
import { given } from "../src/engine/source";

interface Job {
    language: string;
    kind: "view" | "after" | "moves" | "why";
    line: string;
    move: string;
    /** What the server answers, or its problem. */
    answer: unknown;
}

/** A value as JSON whose keys are in order. */
function canonical(value: unknown): string {
    return JSON.stringify(value, (_, one: unknown) => {
        if (one === null || typeof one !== "object" || Array.isArray(one)) return one;
        return Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)));
    });
}

/** Where two answers differ first. */
function difference(found: unknown, wanted: unknown, where = "answer"): string {
    const objects = [found, wanted].every((one) => one !== null && typeof one === "object");
    if (!objects) return `${where} is ${canonical(found)}, and Python has ${canonical(wanted)}`;
    const [one, other] = [found, wanted] as Record<string, unknown>[];
    for (const key of new Set([...Object.keys(one!), ...Object.keys(other!)])) {
        if (canonical(one![key]) !== canonical(other![key])) {
            return difference(one![key], other![key], `${where}.${key}`);
        }
    }
    return `${where} has its keys in another order`;
}

async function answer(positions: Positions, job: Job): Promise<unknown> {
    try {
        await positions.ready(job.line);
        if (job.kind === "view") return positions.view(job.line);
        if (job.kind === "after") return positions.viewAfter(job.line, job.move);
        if (job.kind === "moves") return positions.movesOf(job.line);
        return positions.whyNot(job.line, job.move);
    } catch (error) {
        if (error instanceof Refusal) return error.problem;
        throw error;
    }
}

const [first, ...lines] = readFileSync(process.argv[2]!, "utf8").trim().split("\n");
const { folder, files } = JSON.parse(first!) as { folder: string; files: string[] };
const source = given(new Map(files.map((name) => [name, readFileSync(`${folder}/${name}`)])));
const speaking = new Map<string, Positions>();
let problems = 0;
for (const [number, line] of lines.entries()) {
    const job = JSON.parse(line) as Job;
    const positions = speaking.get(job.language) ?? (await Positions.load(source, job.language));
    speaking.set(job.language, positions);
    let told: string | null = null;
    try {
        const found = await answer(positions, job);
        if (canonical(found) !== canonical(job.answer)) told = difference(found, job.answer);
    } catch (error) {
        told = error instanceof Error ? (error.stack ?? error.message) : String(error);
    }
    if (told === null) continue;
    problems += 1;
    console.log(`job ${number}, ${job.kind} of ${job.line} ${job.move}: ${told}`);
}
console.log(`${lines.length} jobs, ${problems} problems`);
process.exitCode = problems ? 1 : 0;
