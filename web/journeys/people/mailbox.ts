/** A mail server for journeys: it takes mails and keeps them (RFC 5321, as far as a client needs it). */
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

export class Mailbox {
    readonly mails: string[] = [];
    readonly #server = createServer((socket) => this.#serve(socket));

    async start(): Promise<void> {
        this.#server.listen(0, "127.0.0.1");
        await once(this.#server, "listening");
    }
    stop(): void {
        this.#server.close();
    }
    /** As `--mail-server` takes it. */
    get address(): string {
        return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    }
    /** The link in the last mail. */
    get link(): string {
        return /^http\S+/m.exec(this.mails.at(-1)!)![0];
    }

    #serve(socket: Socket): void {
        let rest = "";
        let mail: string[] | null = null;
        const say = (text: string): void => void socket.write(`${text}\r\n`);
        socket.setEncoding("utf8").on("data", (text: string) => {
            const lines = (rest + text).split("\r\n");
            rest = lines.pop()!;
            for (const line of lines) {
                if (mail === null) {
                    if (line.toUpperCase() === "DATA") mail = [];
                    say({ DATA: "354 end with a dot", QUIT: "221 bye" }[line.toUpperCase()] ?? "250 fine");
                } else if (line === ".") {
                    this.mails.push(mail.join("\n"));
                    mail = null;
                    say("250 taken");
                } else mail.push(line);
            }
        });
        socket.on("error", () => undefined); // who has gone needs no answer
        say("220 here");
    }
}
