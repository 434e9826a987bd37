/** Run a plan in a browser: what `runPlan` is called with comes from a test, with the modules in base64. */
import { prove, type Job } from "./prove";

async function runPlan(plan: readonly Job[], modules: Record<string, string>): Promise<string[]> {
    const compiled: Record<string, WebAssembly.Module> = {};
    for (const [name, text] of Object.entries(modules)) {
        compiled[name] = await WebAssembly.compile(Uint8Array.from(atob(text), (one) => one.charCodeAt(0)));
    }
    return prove(plan, compiled);
}

Object.assign(globalThis, { runPlan });
