/** Every board in every state, for the eye; only `npm run dev` serves it, at /src/gallery/. */
import { mount } from "svelte";
import { loadTexts } from "../lib/texts.svelte";
import "../theme.css";
import Gallery from "./Gallery.svelte";

const wanted = new URLSearchParams(location.search);
const theme = wanted.get("theme");
if (theme) document.documentElement.dataset.theme = theme;
await loadTexts();
mount(Gallery, { target: document.getElementById("page")!, props: { only: wanted.get("only") } });
