/** How high the bar of actions is, as `--bar` of the game: on a phone what is said stands above it. */
import type { Attachment } from "svelte/attachments";

export const tall: Attachment<HTMLElement> = (bar) => {
    const look = new ResizeObserver(() => bar.parentElement!.style.setProperty("--bar", `${bar.offsetHeight}px`));
    look.observe(bar);
    return () => look.disconnect();
};
