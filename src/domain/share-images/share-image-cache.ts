/** The bytes of a picture's file. */
export type Picture = Uint8Array<ArrayBuffer>;

/**
 * Keeps what `draw` gives, the most recently asked for first, in `room` bytes. Who asks for a picture
 * that is being drawn gets that one. A failure is not kept.
 */
export function cacheImages<Subject>(
  draw: (subject: Subject) => Promise<Picture>,
  room: number,
): (subject: Subject) => Promise<Picture> {
  /** In the order in which they were last asked for. */
  const kept = new Map<string, Picture>();
  const underWay = new Map<string, Promise<Picture>>();
  let used = 0;

  function keep(key: string, picture: Picture): void {
    kept.set(key, picture);
    used += picture.byteLength;
    for (const [oldest, { byteLength }] of kept) {
      if (used <= room) break;
      kept.delete(oldest);
      used -= byteLength;
    }
  }

  async function drawOnce(key: string, subject: Subject): Promise<Picture> {
    try {
      const picture = await draw(subject);
      keep(key, picture);
      return picture;
    } finally {
      underWay.delete(key);
    }
  }

  return async (subject) => {
    const key = JSON.stringify(subject);
    const found = kept.get(key);
    if (found !== undefined) {
      kept.delete(key);
      kept.set(key, found);
      return found;
    }
    const drawing = underWay.get(key) ?? drawOnce(key, subject);
    underWay.set(key, drawing);
    return drawing;
  };
}
