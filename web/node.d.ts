/** What the journeys and the build use of Node: its own types are not among the dependencies. */
declare const process: {
    readonly env: Record<string, string | undefined>;
    readonly argv: readonly string[];
    exitCode?: number;
    /** Not on Windows. */
    readonly getuid?: () => number;
    cpuUsage(since?: { user: number; system: number }): { user: number; system: number };
};
type Bytes = Uint8Array<ArrayBuffer>;

declare module "node:child_process" {
    export interface ChildProcess {
        readonly stdout: object | null;
        readonly exitCode: number | null;
        readonly signalCode: string | null;
        kill(signal: string): boolean;
    }
    export function execFileSync(
        command: string,
        options: readonly string[],
        how?: { cwd?: string; env?: Record<string, string | undefined> },
    ): Bytes;
    type Stream = "ignore" | "inherit" | "pipe";
    export function spawn(
        command: string,
        options: readonly string[],
        how: { stdio: readonly [Stream, Stream, Stream] },
    ): ChildProcess;
}
declare module "node:events" {
    export function once(emitter: object, event: string): Promise<unknown[]>;
}
declare module "node:fs" {
    export function mkdtempSync(prefix: string): string;
    export function readFileSync(path: string | URL): Bytes;
    export function readFileSync(path: string | URL, encoding: "utf8"): string;
    export function writeFileSync(path: string | URL, text: string): void;
    export function rmSync(path: string | URL, how: { force: boolean }): void;
    export function copyFileSync(from: string | URL, to: string): void;
}
declare module "node:net" {
    export interface AddressInfo {
        readonly port: number;
    }
    export interface Server {
        listen(port: number, host: string): Server;
        address(): object | null;
        close(): void;
    }
    export function createServer(): Server;
}
declare module "node:os" {
    export function tmpdir(): string;
}
declare module "node:path" {
    export const delimiter: string;
    export function join(...parts: string[]): string;
}
declare module "node:zlib" {
    export function gzipSync(data: Uint8Array | string): Bytes;
}
