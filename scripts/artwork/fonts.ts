import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import subsetFont from 'subset-font';

/** The weights that the site sets; bolder text is set in the boldest. */
const WEIGHTS = { min: 400, max: 600, default: 400 };

/** The characters of the latin files of Google Fonts, and arrows. */
const RANGES = [
  ...[0x20, 0x7e, 0xa0, 0xff, 0x131, 0x131, 0x152, 0x153, 0x2bb, 0x2bc, 0x2c6, 0x2c6],
  ...[0x2da, 0x2da, 0x2dc, 0x2dc, 0x304, 0x304, 0x308, 0x308, 0x329, 0x329, 0x2000, 0x206f],
  ...[0x20ac, 0x20ac, 0x2122, 0x2122, 0x2190, 0x2193, 0x2212, 0x2212, 0x2215, 0x2215],
];

const characters = RANGES.flatMap((from, at) => {
  const to = RANGES[at + 1] ?? from;
  return at % 2 === 0 ? Array.from({ length: to - from + 1 }, (_, i) => from + i) : [];
});

const FONTS = ['inter', 'newsreader'];

/** Cuts the two fonts that every page waits for down to what the site sets in them. */
export async function cutFonts(root: string): Promise<void> {
  const folder = join(root, 'src/web/fonts');
  for (const name of FONTS) {
    const source = join(root, 'node_modules/@fontsource-variable', name);
    const font = await readFile(join(source, `files/${name}-latin-wght-normal.woff2`));
    const cut = await subsetFont(font, String.fromCodePoint(...characters), {
      targetFormat: 'woff2',
      variationAxes: { wght: WEIGHTS },
    });
    await writeFile(join(folder, `${name}.woff2`), cut);
    await copyFile(join(source, 'LICENSE'), join(folder, `${name}.license.txt`));
  }
}
