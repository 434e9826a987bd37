import { mount } from "svelte";
import App from "./App.svelte";
import { loadTexts } from "./lib/texts.svelte";
import "./theme.css";

await loadTexts();
mount(App, { target: document.getElementById("page")! });
