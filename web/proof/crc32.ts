/** The checksum that zlib calls CRC-32. */
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
    return value;
});

/** Return the checksum of some bytes, as zlib.crc32 does. */
export function crc32(bytes: Uint8Array): number {
    let value = 0xffffffff;
    for (const byte of bytes) value = TABLE[(value ^ byte) & 255]! ^ (value >>> 8);
    return (value ^ 0xffffffff) >>> 0;
}
