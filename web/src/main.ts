import { mount } from "svelte";
import { keeper } from "#keeper";
import App from "./App.svelte";
import { STATIC } from "./lib/edition";
import { refusal } from "./lib/refusal";
import { loadSettings, showTheme } from "./lib/settings.svelte";
import { loadTexts } from "./lib/texts.svelte";
import "./theme.css";

await keeper.ready();
loadSettings();
showTheme();
await loadTexts();
if (!STATIC) refusal.of = async (line) => (await import("./online/running")).refusalOf(line);
mount(App, { target: document.getElementById("page")! });
