import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTable } from '../../test/read-table.ts';
import {
  isMediaUrl,
  MAX_SIDE,
  PICTURE_FORMATS,
  parsePictureUrl,
  pictureUrl,
  referencedPictures,
  variantWidths,
} from './picture-url.ts';

const ID = '0123456789abcdef0123456789abcdef';

const side = fc.integer({ min: 1, max: MAX_SIDE });
const pictures = fc.record({
  id: fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 32, maxLength: 32 }),
  width: side,
  height: side,
  format: fc.constantFrom(...PICTURE_FORMATS),
  moving: fc.boolean(),
});

describe('the URL of a picture', () => {
  it('tells everything of it, so that nothing has to be looked up', () => {
    fc.assert(
      fc.property(pictures, (picture) => {
        expect(parsePictureUrl(pictureUrl(picture))).toEqual(picture);
        expect(isMediaUrl(pictureUrl(picture))).toBe(true);
      }),
    );
  });

  it('is none when it differs by one character, so that nobody leaves the folder', () => {
    const spoilers = ['.', '/', '..', '%2e', '\\', '\0', ' ', '?', '#', 'G', '-', '\n'];
    fc.assert(
      fc.property(
        pictures,
        fc.constantFrom(...spoilers),
        fc.nat({ max: 50 }),
        (picture, spoiler, at) => {
          const address = pictureUrl(picture);
          const spoiled = address.slice(0, at) + spoiler + address.slice(at);
          expect(parsePictureUrl(spoiled)).toBeNull();
          expect(isMediaUrl(spoiled)).toBe(false);
        },
      ),
    );
  });

  it('is read from no other text', () => {
    fc.assert(fc.property(fc.string(), (text) => parsePictureUrl(text) === null));
    for (const [row = ''] of readTable(new URL('./no-picture-urls.tsv', import.meta.url))) {
      expect(parsePictureUrl(row.replace('{id}', ID)), row).toBeNull();
    }
  });
});

it.each([
  [300, false, [300]],
  [480, false, [480]],
  [800, false, [480, 800]],
  [2400, false, [480, 960, 1600, 2400]],
  [4096, false, [480, 960, 1600, 2400]],
  // A smaller animation would stand still.
  [800, true, []],
])(
  'a picture of %i pixels (moving: %s) has variants up to its own width: %j',
  (width, moving, widths) => {
    expect(variantWidths({ width, moving })).toEqual(widths);
  },
);

it('the pictures that a text names are found in Markdown, in HTML and in absolute URLs, each once', () => {
  const other = ID.replace('0', 'f');
  expect(
    referencedPictures(
      `![A](/media/${ID}/10x10.png) and <img src="/media/${ID}/480.webp">`,
      `https://site.test/media/${other}/10x10.png`,
    ),
  ).toEqual([ID, other]);
  expect(referencedPictures('/media/abc/ and /images/a.png')).toEqual([]);
});
