/** What failed, in a file: `make test` shows it last, below what ran meanwhile. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { Reporter, TestCase, TestError, TestResult } from "@playwright/test/reporter";

const LINES = 12; // of each error

export default class Failures implements Reporter {
    private readonly failed: string[] = [];

    constructor(private readonly options: { file: string }) {}

    onTestEnd(test: TestCase, { status, errors }: TestResult): void {
        if (status === test.expectedStatus || status === "skipped") return;
        const { file, line } = test.location;
        const [, ...titles] = test.titlePath().filter(Boolean);
        this.add(`${relative(import.meta.dirname, file)}:${line} › ${titles.join(" › ")}`, errors);
    }

    /** What belongs to no journey: a server that does not start, a file that cannot be read. */
    onError(error: TestError): void {
        this.add("before the journeys", [error]);
    }

    onEnd(): void {
        const { file } = this.options;
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, this.failed.join(""));
    }

    private add(where: string, errors: readonly TestError[]): void {
        const said = errors.map(({ message, value }) => stripVTControlCharacters(message ?? value ?? "").trim());
        const lines = said.join("\n").split("\n").slice(0, LINES);
        this.failed.push([`Failed: ${where}`, ...lines.map((one) => `    ${one}`), ""].join("\n"));
    }
}
