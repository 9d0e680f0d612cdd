import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { drawPicture, makePng, readPicture } from '../../test/pictures.ts';
import { failureOf, unwrap } from '../../test/unwrap.ts';
import { BUSY } from '../server/failure.ts';
import { type PictureFormat, pictureFile } from './picture-url.ts';
import { type ProcessedPicture, processPicture } from './process-picture.ts';

/** Metadata of a phone that must not be published. */
const SECRETS = ['Exif', 'GPS', 'Phone of Somebody', 'xmpmeta', 'Coffee at home'];

const process = async (file: Uint8Array) => unwrap(await processPicture(file));

/** The picture itself. */
function kept(picture: ProcessedPicture): Buffer {
  return Buffer.from(picture.files.get(pictureFile(picture)) ?? []);
}

async function refusalOf(file: Uint8Array): Promise<[kind: string, words: string]> {
  const failure = failureOf(await processPicture(file));
  if (failure.kind === 'invalid') return [failure.kind, failure.issues[0]?.msg ?? ''];
  return [failure.kind, failure.detail];
}

describe('a picture that is uploaded', () => {
  const formats: Record<PictureFormat, () => Promise<Buffer>> = {
    png: () => makePng(),
    jpg: () => drawPicture().jpeg().toBuffer(),
    webp: () => drawPicture().webp().toBuffer(),
    avif: () => drawPicture().avif({ effort: 0 }).toBuffer(),
    gif: () => drawPicture().gif().toBuffer(),
  };

  it.each(Object.entries(formats))('is kept as %s, and can be seen', async (format, make) => {
    const picture = await process(await make());
    expect(picture).toMatchObject({ width: 64, height: 48, format, moving: false });
    expect([...picture.files.keys()]).toEqual([`64x48.${format}`, '64.avif', '64.webp']);
    expect(picture.bytes).toBe(kept(picture).length);
    for (const [name, file] of picture.files) {
      const { data, info } = await sharp(file)
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect([name, info.width, info.height]).toEqual([name, 64, 48]);
      const [red = 0, , blue = 0] = data.subarray((24 * 64 + 8) * 3);
      expect(red, name).toBeGreaterThan(blue + 100);
    }
  });

  it('loses where it was taken and by what, and stands upright', async () => {
    const photograph = readPicture('photograph.jpg');
    for (const secret of SECRETS.slice(2)) expect(photograph.includes(secret), secret).toBe(true);
    expect((await sharp(photograph).metadata()).exif?.includes('S\0')).toBe(true);
    const picture = await process(photograph);
    expect(picture).toMatchObject({ width: 48, height: 64, format: 'jpg' });
    for (const [name, file] of picture.files) {
      const metadata = await sharp(file).metadata();
      expect(metadata, name).toMatchObject({ width: 48, height: 64 });
      for (const key of ['exif', 'xmp', 'iptc', 'icc', 'orientation'] as const) {
        expect(metadata[key], `${key} of ${name}`).toBeUndefined();
      }
      for (const secret of SECRETS) {
        expect(Buffer.from(file).includes(secret), `${secret} in ${name}`).toBe(false);
      }
    }
  });

  it('keeps its colours when its profile goes', async () => {
    const red = { create: { width: 8, height: 8, channels: 3 as const, background: '#c80000' } };
    const wide = await sharp(red).withIccProfile('p3').png().toBuffer();
    expect((await sharp(wide, { ignoreIcc: true }).raw().toBuffer())[0]).toBeLessThan(195);
    const picture = kept(await process(wide));
    const [seen = 0] = await sharp(picture, { ignoreIcc: true }).raw().toBuffer();
    expect(Math.abs(seen - 200)).toBeLessThanOrEqual(2);
  });

  it('is made no larger than a side of 4096 pixels, and in every width up to its own', async () => {
    const picture = await process(await makePng({ width: 5000, height: 500 }));
    expect(picture).toMatchObject({ width: 4096, height: 410 });
    const variants = [480, 960, 1600, 2400].flatMap((width) => [`${width}.avif`, `${width}.webp`]);
    expect([...picture.files.keys()]).toEqual(['4096x410.png', ...variants]);
    const smallest = await sharp(picture.files.get('480.webp')).metadata();
    expect(smallest).toMatchObject({ format: 'webp', width: 480, height: 48 });
  });

  it('has its average colour, grey and transparent ones too', async () => {
    expect((await process(await makePng())).placeholder).toMatch(
      /^#(?:7[c-f])(?:4[9-d])(?:7[b-f])$/,
    );
    const grey = await drawPicture().greyscale().toColourspace('b-w').png().toBuffer();
    const [, pair = ''] = /^#(..)\1\1$/.exec((await process(grey)).placeholder) ?? [];
    expect(Number.parseInt(pair, 16)).toBeGreaterThan(50);
    const clear = {
      create: { width: 9, height: 9, channels: 4 as const, background: '#00000000' },
    };
    const picture = await process(await sharp(clear).png().toBuffer());
    expect(picture.placeholder).toBe('#ffffff');
    expect((await sharp(kept(picture)).metadata()).hasAlpha).toBe(true);
  });
});

describe('an animation that is uploaded', () => {
  it.each(['gif', 'webp'] as const)('goes on moving as %s, frame by frame', async (format) => {
    const animation = readPicture(`moving.${format}`);
    const picture = await process(animation);
    expect(picture).toMatchObject({ width: 40, height: 30, format, moving: true });
    expect([...picture.files.keys()]).toEqual([`40x30-moving.${format}`]);
    const shown = await sharp(kept(picture), { animated: true }).metadata();
    expect(shown).toMatchObject({ pages: 3, loop: 3, delay: [70, 70, 70] });
    const frames = (file: Uint8Array) => sharp(file, { animated: true }).raw().toBuffer();
    const [shownFrames, sent] = [await frames(kept(picture)), await frames(animation)];
    expect(shownFrames).toHaveLength(sent.length);
    const far = shownFrames.filter((value, i) => Math.abs(value - (sent[i] ?? 0)) > 40);
    expect(far.length / sent.length).toBeLessThan(0.02);
  });

  it.each(['moving-with-comment.gif', 'moving-with-metadata.webp'])(
    'loses what is written into it: %s',
    async (name) => {
      const file = readPicture(name);
      expect(file.includes('Coffee at home')).toBe(true);
      const bare = kept(await process(file));
      for (const secret of SECRETS) expect(bare.includes(secret), secret).toBe(false);
      const { pages, exif, xmp } = await sharp(bare, { animated: true }).metadata();
      expect([pages, exif, xmp]).toEqual([3, undefined, undefined]);
    },
  );
});

describe('a file that is refused', () => {
  it.each<[string, () => Promise<Buffer> | Buffer, RegExp]>([
    ['a HEIC', () => readPicture('head-of-heic'), /HEIC.*JPEG/],
    ['a moving AVIF', () => readPicture('head-of-moving-avif'), /would not move/],
    ['a film', () => readPicture('head-of-film'), /not accepted/],
    ['a moving PNG', () => readPicture('moving.png'), /would not move/],
    ['a TIFF', () => drawPicture().tiff().toBuffer(), /not accepted/],
    ['a page', () => Buffer.from('<!doctype html><title>x</title>'), /not accepted/],
    ['a PDF', () => Buffer.from('%PDF-1.7\n'), /not accepted/],
    ['one byte', () => Buffer.from([0x89]), /not accepted/],
  ])('is told why: %s', async (_, make, words) => {
    const [kind, said] = await refusalOf(await make());
    expect([kind, said]).toEqual(['unsupported-media-type', expect.stringMatching(words)]);
    expect(said).toContain('PNG, JPEG, WebP, AVIF, GIF and SVG');
  });

  const whole: [string, () => Promise<Buffer>][] = [
    ['PNG', () => makePng({ width: 400, height: 300 })],
    ['JPEG', () => drawPicture({ width: 400, height: 300 }).jpeg().toBuffer()],
    ['WebP', () => drawPicture({ width: 400, height: 300 }).webp().toBuffer()],
    ['AVIF', () => drawPicture({ width: 400, height: 300 }).avif({ effort: 0 }).toBuffer()],
    ['GIF', () => drawPicture().gif().toBuffer()],
    ['moving GIF', async () => readPicture('moving.gif')],
    ['moving WebP', async () => readPicture('moving.webp')],
  ];

  it.each(whole)('is not kept in part: a %s that was cut off', async (_, make) => {
    const file = await make();
    for (const part of [0.1, 0.5, 0.9]) {
      const length = Math.floor(file.length * part);
      const [kind, said] = await refusalOf(file.subarray(0, length));
      expect([length, kind, said]).toEqual([length, 'invalid', expect.stringMatching(/damaged/)]);
    }
  });

  it.each([
    ['60000-pixels-a-side.png', /^This picture has 3,600 megapixels; up to 50/],
    ['60-frames.gif', /^This picture has 60 megapixels in 60 frames; up to 50/],
    ['2000-pixels-a-side.png', /damaged/],
  ])('is not decoded when its head says that it would fill the memory: %s', async (name, words) => {
    expect(await refusalOf(readPicture(name))).toEqual(['invalid', expect.stringMatching(words)]);
  });
});

it('a picture is not called broken where the system has no thread left to read it with', async () => {
  const file = await makePng();
  // The library's words under `ulimit -u`.
  const shortage = new Error('glib: Error creating thread: Resource temporarily unavailable');
  vi.spyOn(sharp.prototype, 'metadata').mockRejectedValueOnce(shortage);
  expect(await refusalOf(file)).toEqual(['unavailable', BUSY]);
  expect((await processPicture(file)).ok).toBe(true);
});
