// boardgame.io as a server, and players at it: bench/boardgame.py runs both, each as a process of its own.
//
//     node boardgame.mjs serve FOLDER PORT DATA                  // FOLDER has boardgame.io, DATA gets its files
//     node boardgame.mjs play FOLDER PORT GAMES LENGTH RATE      // moves a second of all games together

import { createRequire } from 'node:module';
import path from 'node:path';

const [what, folder, port, ...rest] = process.argv.slice(2);
const load = createRequire(path.join(path.resolve(folder), 'package.json'));

/** Stones on a board of 9x9, by two in turn: the rules cost nothing. */
const game = {
    name: 'stones',
    setup: () => ({ cells: Array(81).fill(null) }),
    turn: { minMoves: 1, maxMoves: 1 },
    moves: {
        place: ({ G, playerID }, cell) => {
            G.cells[cell] = playerID;
        },
    },
};

function serve(data) {
    const { FlatFile, Origins, Server } = load('boardgame.io/server');
    const server = Server({ games: [game], origins: [Origins.LOCALHOST], db: new FlatFile({ dir: data }) });
    server.run({ port: Number(port), callback: () => console.log('ready') });
}

/** One player: a connection to one game. */
function player(io, match, seat) {
    const socket = io(`http://127.0.0.1:${port}/${game.name}`, { transports: ['websocket'], forceNew: true });
    const self = { socket, state: null, bytes: 0, told: 0, heard: () => {} };
    socket.on('connect', () => {
        socket.io.engine.on('packet', ({ data }) => {
            if (typeof data === 'string' && data.includes('"update"')) {
                self.bytes += Buffer.byteLength(data);
                self.told += 1;
            }
        });
        socket.emit('sync', match, seat, undefined, 2);
    });
    socket.on('update', (_, state) => {
        self.state = state;
        self.heard(state._stateID);
    });
    self.synced = new Promise((resolve) => {
        socket.on('sync', (_, { state }) => {
            self.state = state;
            resolve();
        });
    });
    return self;
}

async function play(games, length, rate) {
    const { io } = load('socket.io-client');
    const pairs = [];
    for (let number = 0; number < games; number++) {
        const pair = ['0', '1'].map((seat) => player(io, `match${number}`, seat));
        for (const one of pair) {
            await one.synced;
        }
        pairs.push(pair);
    }
    console.log('begin');
    const begun = performance.now();
    const delays = [];
    await Promise.all(
        pairs.map(async (pair, number) => {
            for (let ply = 0; ply < length; ply++) {
                const due = begun + ((number + ply * games) / rate) * 1000;
                await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
                await move(pair, ply, `match${number}`, delays);
            }
        }),
    );
    const seconds = (performance.now() - begun) / 1000;
    const all = pairs.flat();
    const sum = (name) => all.reduce((total, one) => total + one[name], 0);
    console.log(JSON.stringify({ seconds, delays, bytes: sum('bytes') / sum('told') }));
    process.exit(0);
}

/** Make a move, and wait until both know of it. */
function move(pair, ply, match, delays) {
    const mover = pair[ply % 2];
    const id = mover.state._stateID;
    const sent = performance.now();
    const both = pair.map(
        (one) =>
            new Promise((resolve) => {
                one.heard = (state) => {
                    if (state > id) {
                        if (one !== mover) {
                            delays.push(performance.now() - sent);
                        }
                        resolve();
                    }
                };
            }),
    );
    const payload = { type: 'place', args: [ply], playerID: String(ply % 2), credentials: undefined };
    mover.socket.emit('update', { type: 'MAKE_MOVE', payload }, id, match, String(ply % 2));
    return Promise.all(both);
}

if (what === 'serve') {
    serve(rest[0]);
} else {
    await play(...rest.map(Number));
}
