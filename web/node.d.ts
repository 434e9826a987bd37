/** What the journeys and the build use of Node: its own types are not among the dependencies. */
declare const process: {
    readonly env: Record<string, string | undefined>;
    /** Not on Windows. */
    readonly getuid?: () => number;
};
type Bytes = Uint8Array<ArrayBuffer>;

declare module "node:child_process" {
    export interface ChildProcess {
        readonly stdout: object | null;
        readonly exitCode: number | null;
        readonly signalCode: string | null;
        kill(signal: string): boolean;
    }
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
}
declare module "node:os" {
    export function tmpdir(): string;
}
declare module "node:path" {
    export function join(...parts: string[]): string;
}
declare module "node:zlib" {
    export function gzipSync(data: Uint8Array | string): Bytes;
}
