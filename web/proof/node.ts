/** Run a plan in Node: `node node.mjs PLAN` reads a job a line, and the modules that the first line names. */
import { readFileSync } from "node:fs";
import { prove, type Job } from "./prove";

const [first, ...lines] = readFileSync(process.argv[2]!, "utf8").trim().split("\n");
const paths = JSON.parse(first!) as Record<string, string>;
const modules = Object.fromEntries(
    Object.entries(paths).map(([name, path]) => [name, new WebAssembly.Module(readFileSync(path))]),
);
const problems = await prove(
    lines.map((line) => JSON.parse(line) as Job),
    modules,
);
for (const problem of problems) console.log(problem);
console.log(`${lines.length} jobs, ${problems.length} problems`);
process.exitCode = problems.length ? 1 : 0;
