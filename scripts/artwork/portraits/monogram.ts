import { box as layoutBox, renderSvg } from '../../../src/media/share-images/markup.ts';
import { box, type Colour, fill, line, themedSvg } from '../themed-svg.ts';
import { MOTIFS, PORTRAIT } from './motifs.ts';

type Palette = { ground: Colour; motif: Colour; letters: Colour };

/** Neighbours on the page differ in ground as well as in motif. */
const PALETTES: readonly Palette[] = [
  { ground: 'teal-tint', motif: 'teal', letters: 'ink' },
  { ground: 'deep', motif: 'teal-on-deep', letters: 'on-deep' },
  { ground: 'amber-tint', motif: 'amber', letters: 'ink' },
  { ground: 'stone-tint', motif: 'muted', letters: 'ink' },
];

const FONT_SIZE = 250;
/** The strip of portraits shows the middle: no letter is wider. */
const MAX_WIDTH = 160;
/** Keeps the motif from touching the letters. */
const HALO = 36;

/**
 * A portrait until there is a photograph: the initials, one above the other, so that they are whole in narrow and in
 * wide crops, over lines of the person's work.
 *
 * @param index chooses the colours
 */
export async function drawMonogram(id: string, index: number): Promise<string> {
  const motif = MOTIFS[id];
  const palette = PALETTES[(index + Math.floor(index / PALETTES.length)) % PALETTES.length];
  if (motif === undefined || palette === undefined) throw new Error(`There is no motif for ${id}`);
  const initials = id.split('-').map((name) => name.charAt(0).toUpperCase());
  const letters = await Promise.all(initials.map(letterOf));
  const scale = Math.min(1, ...letters.map(({ width }) => MAX_WIDTH / width));
  const placed = letters.map(({ data, width }, i) => {
    const baseline = PORTRAIT.height / 2 + (i === 0 ? -24 : 24 + CAP_HEIGHT * FONT_SIZE * scale);
    return `<g transform="translate(${Math.round(PORTRAIT.width / 2 - (width * scale) / 2)} ${Math.round(baseline - BASELINE * FONT_SIZE * scale)}) scale(${scale.toFixed(3)})">${line(palette.ground, HALO / scale, data)}${fill(palette.letters, data)}</g>`;
  });
  return themedSvg(
    PORTRAIT,
    fill(palette.ground, box(0, 0, PORTRAIT.width, PORTRAIT.height)) +
      `<g opacity=".55">${line(palette.motif, 4, motif())}</g>` +
      placed.join(''),
  );
}

/** The height of Newsreader's capitals in em, and where their baseline is in a line of this height. */
const CAP_HEIGHT = 0.676;
const BASELINE = 0.736;

/** The outline of a letter, from its baseline, and its width. */
async function letterOf(letter: string): Promise<{ data: string; width: number }> {
  let width = 0;
  const style = { fontFamily: 'Newsreader', fontWeight: 500, fontSize: FONT_SIZE, lineHeight: 1 };
  const svg = await renderSvg(
    layoutBox({ display: 'flex' }, [layoutBox(style, letter, 'letter')]),
    {
      width: 1000,
      height: FONT_SIZE,
      onNodeDetected: (node) => {
        if (node.key === 'letter') width = node.width;
      },
      loadAdditionalAsset: async () => [],
    },
  );
  const data = /<path[^>]* d="([^"]+)"/.exec(svg)?.[1];
  if (data === undefined) throw new Error(`The font has no ${letter}`);
  return { data, width };
}
