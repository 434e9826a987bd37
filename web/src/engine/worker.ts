/** A worker of the page: it has the rules and the search of the games, and does what it is asked. */
import type { ToWorker } from "./messages";
import { Serving } from "./serving";
import { fetched } from "./source";

// In the static edition the worker's own file lies in a folder beside that of the data.
const base = __DATA__ ? new URL(`../${__DATA__}`, location.href).href : "/engine";
const serving = new Serving(fetched(base), (message) => postMessage(message));
onmessage = ({ data }: MessageEvent<ToWorker>) => serving.hear(data);
