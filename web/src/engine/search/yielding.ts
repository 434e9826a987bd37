/** Let a worker hear what it has been told, between two steps of its work. */

const waiting: (() => void)[] = [];
const { port1, port2 } = new MessageChannel();
port1.onmessage = () => waiting.shift()?.();

/** Resolves when all that has come meanwhile has been heard. Timers would make it wait for 4 ms. */
export function heard(): Promise<void> {
    return new Promise((resolve) => {
        waiting.push(resolve);
        port2.postMessage(null);
    });
}
