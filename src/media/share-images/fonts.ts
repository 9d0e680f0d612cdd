import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

const font = (name: string, file: string, weight: 400 | 500) => ({
  name,
  weight,
  data: readFileSync(resolve(`@fontsource/${file}-${weight}-normal.woff`)),
});

/**
 * The brand's fonts as WOFF, the only format of the packages that satori reads. satori takes one file
 * per family and weight, so each subset is a family of its own; satori falls back to later families
 * for missing glyphs.
 */
export const FONTS = [
  font('Newsreader', 'newsreader/files/newsreader-latin', 500),
  font('Newsreader Extended', 'newsreader/files/newsreader-latin-ext', 500),
  font('Newsreader Vietnamese', 'newsreader/files/newsreader-vietnamese', 500),
  font('Inter', 'inter/files/inter-latin', 400),
  font('Inter Greek', 'inter/files/inter-greek', 500),
  font('Inter Cyrillic', 'inter/files/inter-cyrillic', 500),
  font('Inter Cyrillic Extended', 'inter/files/inter-cyrillic-ext', 500),
];
