/** A fingerprint as 32-bit words; all of one kind have the same length. */
export type Bits = Uint32Array;

/** Reads the bits that a column or base64 text holds; the last word is filled up with zeros. */
export function toBits(bytes: Uint8Array): Bits {
  const bits = new Uint32Array(Math.ceil(bytes.length / 4));
  new Uint8Array(bits.buffer).set(bytes);
  return bits;
}

/** Returns true if `whole` has all bits of `part`: a molecule has every bit of each of its substructures. */
export function hasAllBits(whole: Bits, part: Bits): boolean {
  for (let word = 0; word < part.length; word += 1) {
    const wanted = part[word] as number;
    if ((wanted & (whole[word] ?? 0)) >>> 0 !== wanted) return false;
  }
  return true;
}

/** Bits that are set in both. */
export function commonBits(a: Bits, b: Bits): number {
  const words = Math.min(a.length, b.length);
  let count = 0;
  for (let word = 0; word < words; word += 1) {
    // Hacker's Delight, section 5-1.
    let bits = (a[word] as number) & (b[word] as number);
    bits -= (bits >>> 1) & 0x55555555;
    bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
    count += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}
