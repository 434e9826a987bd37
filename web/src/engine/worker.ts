/** A worker of the page: it has the rules and the search of the games, and does what it is asked. */
import type { ToWorker } from "./messages";
import { Serving } from "./serving";
import { fetched } from "./source";

const serving = new Serving(fetched("/engine"), (message) => postMessage(message));
onmessage = ({ data }: MessageEvent<ToWorker>) => serving.hear(data);
