// Whole games between two engines, conducted by the GTP client of Sabaki, a program for Go boards.
// Arguments: a JSON list of games, each {command: [program, …], size, komi, plies}. Prints what was played as JSON.
import { createRequire } from "node:module";

const { Controller, ControllerStateTracker } = createRequire(new URL("../../web/package.json", import.meta.url))(
  "@sabaki/gtp",
);

async function ask(tracker, name, ...args) {
  const response = await tracker.queueCommand({ name, args });
  if (response.error) throw new Error(`${name} ${args.join(" ")}: ${response.content}`);
  return response.content;
}

/** Plays as Sabaki does: the engines are brought to the same state before each move; two passes end the game. */
async function play({ command, size, komi, plies }) {
  const trackers = [0, 1].map(() => new ControllerStateTracker(new Controller(command[0], command.slice(1))));
  trackers.forEach((tracker) => tracker.controller.start());
  const history = [];
  const boardsize = [size, size];
  while (history.length < plies) {
    const turn = history.length % 2;
    const colour = "BW"[turn];
    await trackers[turn].sync({ komi, boardsize, history });
    const vertex = (await ask(trackers[turn], "genmove", colour)).toUpperCase();
    history.push({ name: "play", args: [colour, vertex] });
    if (history.slice(-2).length === 2 && history.slice(-2).every(({ args }) => args[1] === "PASS")) break;
  }
  const ends = [];
  for (const tracker of trackers) {
    await tracker.sync({ komi, boardsize, history });
    ends.push({ state: await ask(tracker, "fieldstone-state"), score: await ask(tracker, "final_score") });
  }
  await trackers[0].sync({ komi, boardsize, history: history.slice(0, -3) }); // by undo
  const undone = await ask(trackers[0], "fieldstone-state");
  await Promise.all(trackers.map((tracker) => tracker.controller.stop()));
  return { moves: history.map(({ args }) => args[1]), ends, undone };
}

/** Lets an engine analyse until it has said something, and ends that with another command. */
async function analyse({ command }) {
  const controller = new Controller(command[0], command.slice(1));
  controller.start();
  const lines = [];
  let heard;
  const first = new Promise((resolve) => (heard = resolve));
  const analysis = controller.sendCommand({ name: "analyze", args: ["B", "10"] }, ({ line }) => {
    lines.push(line);
    if (line.startsWith("info ")) heard();
  });
  await first;
  const version = await controller.sendCommand({ name: "protocol_version" });
  await analysis;
  const chosen = await controller.sendCommand({ name: "genmove_analyze", args: ["B", "10"] });
  await controller.stop();
  return { lines, version: version.content, chosen: chosen.content };
}

const results = [];
for (const game of JSON.parse(process.argv[2])) results.push(await (game.plies ? play(game) : analyse(game)));
console.log(JSON.stringify(results));
