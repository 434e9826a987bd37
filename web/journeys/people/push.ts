/** A push service for journeys, and a browser that has subscribed to it: what comes there can be read (RFC 8291). */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { freePort, Server as Games } from "../server";
import { test as people } from "./meeting";

export class PushService {
    /** The messages that have come, decrypted. */
    readonly came: string[] = [];
    address = "";
    readonly #keys = createECDH("prime256v1");
    readonly #secret = randomBytes(16);
    #server: Server | undefined;

    async start(): Promise<void> {
        this.#keys.generateKeys();
        this.#server = createServer((request, response) => {
            const parts: Buffer[] = [];
            request.on("data", (part: Buffer) => parts.push(part));
            request.on("end", () => {
                this.came.push(this.#read(Buffer.concat(parts)));
                response.writeHead(201).end();
            });
        }).listen(0, "127.0.0.1");
        await once(this.#server, "listening");
        this.address = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    }

    stop(): void {
        this.#server?.close();
    }

    /** Have a page subscribe here, as the browser of a journey reaches no service of its maker. */
    async serve(page: Page): Promise<void> {
        const given = {
            endpoint: `${this.address}/telephone`,
            keys: {
                p256dh: this.#keys.getPublicKey().toString("base64url"),
                auth: this.#secret.toString("base64url"),
            },
        };
        await page.addInitScript((subscription) => {
            const place = "journey.subscribed";
            const held = {
                options: { applicationServerKey: null },
                toJSON: () => subscription,
                unsubscribe: async () => {
                    localStorage.removeItem(place);
                    return true;
                },
            } as unknown as PushSubscription;
            PushManager.prototype.subscribe = async () => {
                localStorage.setItem(place, "yes");
                return held;
            };
            PushManager.prototype.getSubscription = async () => (localStorage.getItem(place) ? held : null);
        }, given);
    }

    #read(body: Buffer): string {
        const [salt, length] = [body.subarray(0, 16), body[20]!];
        const sender = body.subarray(21, 21 + length);
        const shared = this.#keys.computeSecret(sender);
        const about = Buffer.concat([Buffer.from("WebPush: info\0"), this.#keys.getPublicKey(), sender]);
        const first = Buffer.from(hkdfSync("sha256", shared, this.#secret, about, 32));
        const part = (name: string, size: number): Buffer =>
            Buffer.from(hkdfSync("sha256", first, salt, Buffer.from(`Content-Encoding: ${name}\0`), size));
        const decipher = createDecipheriv("aes-128-gcm", part("aes128gcm", 16), part("nonce", 12));
        const sealed = body.subarray(21 + length);
        decipher.setAuthTag(sealed.subarray(-16));
        const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
        return text.subarray(0, text.lastIndexOf(2)).toString();
    }
}

/** Journeys at a server that alerts by such a service; it is started with `options`, too. */
export const alerting = (...options: string[]) =>
    people.extend<{ service: PushService }>({
        service: async ({ browserName: _ }, use) => {
            const service = new PushService();
            await service.start();
            await use(service);
            service.stop();
        },
        server: async ({ service }, use, info) => {
            const server = new Games(
                await freePort(),
                info.outputPath("games.sqlite"),
                true,
                ["--push-contact", "mailto:organiser@example.org", ...options],
                { FIELDSTONE_PUSH_SERVICES: service.address },
            );
            await server.start();
            await use(server);
            await server.kill();
        },
    });

/** Begin a game with days for each turn; returns the link for a friend. */
export async function inviteForDays(page: Page, game: string): Promise<string> {
    await page.goto(`/new/${game}?opponent=link`);
    await page.getByRole("combobox", { name: "Time" }).selectOption("3 days per turn");
    await page.getByRole("button", { name: "Create link" }).click();
    return page.getByLabel("Link for your friend").inputValue();
}
