/** Between a browser and its server: connections that die without a word, as those of a phone that slept. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

export class Relay {
    #server: Server;
    #sockets = new Set<Socket>();

    private constructor(port: number) {
        this.#server = createServer((near) => {
            const far = connect(port, "127.0.0.1");
            for (const [one, other] of [
                [near, far],
                [far, near],
            ] as const) {
                this.#sockets.add(one);
                one.pipe(other);
                one.on("error", () => other.destroy());
                one.on("close", () => other.destroy());
            }
        });
    }

    static async to(port: number): Promise<Relay> {
        const relay = new Relay(port);
        relay.#server.listen(0, "127.0.0.1");
        await once(relay.#server, "listening");
        return relay;
    }

    get address(): string {
        return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    }

    /** Nothing more comes through the connections that there are, and neither side hears of it. */
    silence(): void {
        for (const socket of this.#sockets) {
            socket.unpipe();
            socket.resume(); // what comes is lost
        }
    }

    close(): void {
        for (const socket of this.#sockets) socket.destroy();
        this.#server.close();
    }
}
