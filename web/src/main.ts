import { mount } from "svelte";
import { keeper } from "#keeper";
import App from "./App.svelte";
import { loadSettings, showTheme } from "./lib/settings.svelte";
import { loadTexts } from "./lib/texts.svelte";
import "./theme.css";

await keeper.ready();
loadSettings();
showTheme();
await loadTexts();
mount(App, { target: document.getElementById("page")! });
