/** Equal seeds give equal sequences. */
export interface SeededRandom {
  /** A number in [low, high). */
  between(low: number, high: number): number;
  /** An integer in [low, high]. */
  whole(low: number, high: number): number;
  /** One of the choices, each equally likely. */
  pick<T>(choices: readonly [T, ...T[]]): T;
}

/** FNV-1a over UTF-16 code units: a 32-bit hash, the same on every machine. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) {
    value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  }
  return value >>> 0;
}

/** A mulberry32 generator, seeded with a text. Not cryptographically secure. */
export function seededRandom(seed: string): SeededRandom {
  let state = hash(seed);
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const between = (low: number, high: number) => low + next() * (high - low);
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    between,
    whole,
    pick: <T>(choices: readonly [T, ...T[]]) => choices[whole(0, choices.length - 1)] ?? choices[0],
  };
}
