/** Sounds made on the spot, quiet and short: a stone on a board, a slide, a disc turned over. */
import type { PlayedMove } from "../../lib/types";

let context: AudioContext | undefined;

interface Sound {
    /** Hertz: where the noise is loudest, and how sharp. */
    pitch: number;
    sharpness: number;
    /** Seconds. */
    length: number;
    loudness: number;
}
const CLICK: Sound = { pitch: 1900, sharpness: 3, length: 0.06, loudness: 0.5 };
const THUD: Sound = { pitch: 320, sharpness: 1.5, length: 0.09, loudness: 0.5 };
const SLIDE: Sound = { pitch: 700, sharpness: 0.8, length: 0.18, loudness: 0.12 };
const FLIP: Sound = { pitch: 2600, sharpness: 5, length: 0.04, loudness: 0.3 };
/** More flips than these are not told apart. */
const MOST_FLIPS = 4;

function noise(audio: AudioContext, { pitch, sharpness, length, loudness }: Sound, after: number): void {
    const frames = Math.ceil(audio.sampleRate * length);
    const buffer = audio.createBuffer(1, frames, audio.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let frame = 0; frame < frames; frame++) samples[frame] = Math.random() * 2 - 1;
    const source = new AudioBufferSourceNode(audio, { buffer });
    const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch, Q: sharpness });
    const gain = new GainNode(audio, { gain: 0 });
    const start = audio.currentTime + after;
    gain.gain.setValueAtTime(loudness, start);
    gain.gain.exponentialRampToValueAtTime(0.001, start + length);
    source.connect(filter).connect(gain).connect(audio.destination);
    source.start(start);
}

/** Low and long: the end of a game. */
const END: Sound = { pitch: 220, sharpness: 12, length: 0.9, loudness: 0.6 };

/** What plays sounds; null before a person has touched the page, and in a tab that nobody looks at. */
function audible(): AudioContext | null {
    if (document.hidden || !navigator.userActivation?.hasBeenActive) return null;
    context ??= new AudioContext();
    void context.resume();
    return context;
}

/** Let the end of a game be heard. */
export function soundOfEnd(): void {
    const audio = audible();
    if (audio) noise(audio, END, 0.25);
}

/** Let a move be heard. */
export function soundOf({ effects }: PlayedMove): void {
    const context = effects.placed.length ? audible() : null;
    if (!context) return;
    noise(context, CLICK, 0);
    noise(context, THUD, 0);
    if (effects.pushed.length) noise(context, SLIDE, 0.03);
    const turned = effects.flipped.length + effects.captured.length + effects.released.length;
    for (let flip = 0; flip < Math.min(turned, MOST_FLIPS); flip++) noise(context, FLIP, 0.09 + 0.05 * flip);
}
