/** Whatever the file of a network holds, it is refused clearly, or the network can be used. */
import { expect, test } from "vitest";
import { draws, seed, spoiled, spoiledJson, type Draw } from "../../lib/garbage.testing";
import { SETTINGS } from "../interface";
import { Kernels } from "../kernels";
import { networkModuleOf, networkOf, source } from "../loading.testing";
import { Net, NetError } from "./net";

const TRIES = 1500;
const LINE_END = 10;
const USUAL = Array.from({ length: SETTINGS.length }, (_, place) => place + 1);

const module = await networkModuleOf("kaomi");
const good = await networkOf("kaomi.net");
const cardAt = good.indexOf(LINE_END) + 1;
const numbersAt = good.indexOf(LINE_END, cardAt) + 1;
const card = new TextDecoder().decode(good.subarray(cardAt, numbersAt - 1));

/** The file with another card. */
function withCard(text: string): Uint8Array<ArrayBuffer> {
    const begin = [...good.subarray(0, cardAt), ...new TextEncoder().encode(`${text}\n`)];
    const file = new Uint8Array(begin.length + good.length - numbersAt);
    file.set(begin);
    file.set(good.subarray(numbersAt), begin.length);
    return file;
}

/** The file with some bytes changed, and perhaps without its end. */
function withBytes(draw: Draw): Uint8Array<ArrayBuffer> {
    const file = good.slice(0, draw(4) ? good.length : draw(good.length));
    for (let changes = 1 + draw(3); changes > 0; changes -= 1)
        file[draw(draw(2) ? numbersAt : file.length)] = draw(256);
    return file;
}

test(`files of networks of garbage, seed ${seed}`, { timeout: 120_000 }, async () => {
    const draw = draws();
    const kernels = await Kernels.start(await source.module("kaomi", "en"));
    const { memory } = kernels;
    let read = 0;
    for (let count = 0; count < TRIES; count += 1) {
        const [kind, before] = [draw(4), memory.mark];
        const text = kind === 1 ? spoiled(card, draw) : kind ? spoiledJson(card, draw) : card;
        const file = kind ? withCard(text) : withBytes(draw);
        const net = await Net.read(file, module).catch((error: unknown) => {
            expect(error, `${text}: ${(error as Error).stack}`).toBeInstanceOf(NetError);
            return null;
        });
        if (net === null) continue;
        read += 1;
        expect(net.settings(USUAL).every(Number.isFinite), text).toBe(true);
        expect(Object.values(net.placeIn(kernels).walk).every(Number.isFinite), text).toBe(true);
        memory.release(before);
    }
    // What only tells of its making may be anything.
    expect(read).toBeGreaterThan(TRIES / 20);
});
