/** A server of one journey's own, which it may kill. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";

/** A port that nobody uses now. */
export async function freePort(): Promise<number> {
    const probe = createServer().listen(0, "127.0.0.1");
    await once(probe, "listening");
    const { port } = probe.address() as AddressInfo;
    probe.close();
    await once(probe, "close");
    return port;
}

export class Server {
    #process: ChildProcess | undefined;
    readonly address: string;

    constructor(
        readonly port: number,
        readonly database: string,
        /** As others reach it: people can play each other. */
        readonly online = false,
        /** Further options of `fieldstone serve`, and what is set around it. */
        readonly options: readonly string[] = [],
        readonly around: Readonly<Record<string, string>> = {},
    ) {
        this.address = `http://127.0.0.1:${port}`;
    }

    /** Start it and wait until it answers. */
    async start(): Promise<void> {
        const python = process.env.FIELDSTONE_PYTHON ?? "python3";
        const options = ["serve", "--no-open", "--port", String(this.port), "--database", this.database];
        if (this.online) options.push("--allow-host", "fieldstone.test");
        options.push(...this.options);
        this.#process = spawn(python, ["-m", "fieldstone.cli", ...options], {
            stdio: ["ignore", "pipe", "inherit"],
            env: { ...process.env, ...this.around },
        });
        await once(this.#process.stdout!, "data");
        while (
            !(await fetch(`${this.address}/api/facts`).then(
                (answer) => answer.ok,
                () => false,
            ))
        );
    }

    /** Kill it without a warning: it cannot write anything more. */
    async kill(): Promise<void> {
        if (!this.#process || this.#process.exitCode !== null || this.#process.signalCode !== null) return;
        const ended = once(this.#process, "exit");
        this.#process.kill("SIGKILL");
        await ended;
    }
}
