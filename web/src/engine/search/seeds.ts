/** Seeds of the kernels' random numbers, as `fieldstone/core/rng.py` makes them. */

const MASK = (1n << 64n) - 1n;

/** A well mixed 64-bit number of another (splitmix64 by S. Vigna). */
export function scramble(number: bigint): bigint {
    let z = (number + 0x9e3779b97f4a7c15n) & MASK;
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK;
    return z ^ (z >> 31n);
}

/** The state of a generator of random numbers, never zero; other seeds or streams give other numbers. */
export function makeRng(seed: bigint, stream = 0n): bigint {
    return scramble(scramble(seed & MASK) ^ (stream & MASK)) || 1n;
}
