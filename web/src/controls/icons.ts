/** Small pictures beside words, as paths of lines in a square of 20. */
export const ICONS = {
    undo: "M8 4L4 8l4 4M4 8h8a4 4 0 0 1 0 8H9",
    redo: "M12 4l4 4-4 4M16 8H8a4 4 0 0 0 0 8h3",
    pass: "M5 5l6 5-6 5zM14.5 5v10",
    button: "M10 4a6 6 0 1 0 0 12a6 6 0 1 0 0-12M7.5 10h5",
    swap: "M4 7h11M12 4l3 3-3 3M16 13H5M8 10l-3 3 3 3",
    hint: "M7.5 14.5v-1.3a5 5 0 1 1 5 0v1.3zM8.3 17.5h3.4",
    count: "M4.5 16v-5M10 16V4.5M15.5 16V8.5",
    rules: "M10 5.5C8 4.2 5.7 4 3.5 4.4v10.8c2.2-.4 4.5-.2 6.5 1.1 2-1.3 4.3-1.5 6.5-1.1V4.4C14.3 4 12 4.2 10 5.5zv10.8",
    more: "M4.5 9.5a.5.5 0 1 0 0 1a.5.5 0 1 0 0-1M10 9.5a.5.5 0 1 0 0 1a.5.5 0 1 0 0-1M15.5 9.5a.5.5 0 1 0 0 1a.5.5 0 1 0 0-1",
    review: "M8.8 3.8a5 5 0 1 0 0 10a5 5 0 1 0 0-10M12.6 12.6l4 4",
    rematch: "M15.6 11a5.8 5.8 0 1 1-1.5-5.1M16 3v3.4h-3.4",
    analyse: "M3 14.5l4.2-5 3.6 3 6-7.5",
    download: "M10 3.5v9M6.5 9.3L10 12.8l3.5-3.5M4 16.5h12",
    copy: "M7.5 7.5h8v8.5h-8zM12.5 7.5V4h-8v8.5h3",
    keys: "M3 5.5h14v9H3zM6 8.7h.01M10 8.7h.01M14 8.7h.01M7 11.7h6",
    resign: "M5.5 17V4h9l-2.2 3 2.2 3h-9",
    finish: "M3.5 5l6 5-6 5zM10.5 5l6 5-6 5z",
    bell: "M5 14.5h10l-1.4-2.3V9a3.6 3.6 0 0 0-7.2 0v3.2zM8.6 16.8h2.8",
    play: "M6 4.5l9 5.5-9 5.5z",
    say: "M4 5h12v8.5H9.5L6 16.5v-3H4z",
    pause: "M7 5v10M13 5v10",
    stop: "M5.5 5.5h9v9h-9z",
} as const;
export type IconName = keyof typeof ICONS;

/** The picture of a word of the rules; null where there is none. */
export const iconOf = (word: string): IconName | null => (Object.hasOwn(ICONS, word) ? (word as IconName) : null);
