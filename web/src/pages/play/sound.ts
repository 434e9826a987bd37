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

/** Short and high: something is to be done now. */
const CALL: Sound = { pitch: 1250, sharpness: 25, length: 0.25, loudness: 0.9 };

/** What plays sounds; null before a person has touched the page, and, unless one is called, in a tab that is not seen. */
function audible(calls = false): AudioContext | null {
    if ((document.hidden && !calls) || !navigator.userActivation?.hasBeenActive) return null;
    context ??= new AudioContext();
    void context.resume();
    return context;
}

/** Let it be heard that somebody has come, or that little time is left: in a tab that is not seen too. */
export function soundOfCall(): void {
    const audio = audible(true);
    if (!audio) return;
    noise(audio, CALL, 0);
    noise(audio, CALL, 0.18);
}

/** Let the end of a game be heard; `calls`: somebody elsewhere has played, so in a tab that is not seen too. */
export function soundOfEnd(calls = false): void {
    const audio = audible(calls);
    if (audio) noise(audio, END, 0.25);
}

/** Let a move be heard; `calls` as above. */
export function soundOf({ effects }: PlayedMove, calls = false): void {
    const context = effects.placed.length ? audible(calls) : null;
    if (!context) return;
    noise(context, CLICK, 0);
    noise(context, THUD, 0);
    if (effects.pushed.length) noise(context, SLIDE, 0.03);
    const turned = effects.flipped.length + effects.captured.length + effects.released.length;
    for (let flip = 0; flip < Math.min(turned, MOST_FLIPS); flip++) noise(context, FLIP, 0.09 + 0.05 * flip);
}
