/** What the page needs of a browser. */

/** A module whose one function uses a vector of 128 bits (SIMD), as the kernels do. */
const WITH_VECTORS = [
    ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0],
    ...[10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11],
];

/** Whether the kernels can run here. */
export function runsKernels(): boolean {
    return typeof WebAssembly === "object" && WebAssembly.validate(new Uint8Array(WITH_VECTORS));
}
