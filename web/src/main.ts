import { mount } from "svelte";
import App from "./App.svelte";
import { showTheme } from "./lib/settings.svelte";
import { loadTexts } from "./lib/texts.svelte";
import "./theme.css";

showTheme();
await loadTexts();
mount(App, { target: document.getElementById("page")! });
