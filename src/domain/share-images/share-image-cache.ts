/** The bytes of an image file. */
export type Picture = Uint8Array<ArrayBuffer>;

/**
 * An LRU cache of at most `maxBytes`. Concurrent requests for the same image share one drawing;
 * failures are not cached.
 */
export function cacheImages<Subject>(
  draw: (subject: Subject) => Promise<Picture>,
  maxBytes: number,
): (subject: Subject) => Promise<Picture> {
  /** The least recently used first. */
  const cached = new Map<string, Picture>();
  const pending = new Map<string, Promise<Picture>>();
  let used = 0;

  function add(key: string, picture: Picture): void {
    cached.set(key, picture);
    used += picture.byteLength;
    for (const [oldest, { byteLength }] of cached) {
      if (used <= maxBytes) break;
      cached.delete(oldest);
      used -= byteLength;
    }
  }

  async function drawOnce(key: string, subject: Subject): Promise<Picture> {
    try {
      const picture = await draw(subject);
      add(key, picture);
      return picture;
    } finally {
      pending.delete(key);
    }
  }

  return async (subject) => {
    const key = JSON.stringify(subject);
    const hit = cached.get(key);
    if (hit !== undefined) {
      cached.delete(key);
      cached.set(key, hit);
      return hit;
    }
    const drawing = pending.get(key) ?? drawOnce(key, subject);
    pending.set(key, drawing);
    return drawing;
  };
}
