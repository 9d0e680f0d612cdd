import { lazy } from '../../server/lazy.ts';
import {
  attributesOf,
  mapAttributes,
  mapTags,
  replaceElements,
  unescapeHtml,
  type WrittenElement,
  writtenTextOf,
} from '../../text/read-tags.ts';

/** Charts as `dose-response/chart.ts` writes them. */
const CHART = /^<svg class="dose-response-chart"/;

/** The light palette, as in `dose-response.css`: mails and feeds know no theme. */
const INK = '#0B1B24';
const MUTED = '#52636D';
const PAINT: Readonly<Record<string, string>> = {
  'chart-grid': 'fill="none" stroke="#E3E1DA" stroke-width="0.75"',
  'chart-axis': `fill="none" stroke="${MUTED}" stroke-width="0.75"`,
  'chart-curve': 'fill="none" stroke="currentColor" stroke-width="1.5"',
  'chart-drop': 'fill="none" stroke="currentColor" stroke-width="1" stroke-dasharray="1 3"',
  'chart-interval': 'fill="none" stroke="currentColor" stroke-width="1.25"',
  'chart-excluded': 'fill="none" stroke="currentColor" stroke-width="1"',
  'chart-marker': 'fill="currentColor" stroke="#FFFFFF" stroke-width="0.6"',
  'chart-marker hollow': 'fill="#FFFFFF" stroke="currentColor" stroke-width="1"',
  'chart-band': 'fill="currentColor" opacity="0.13"',
  'series-1': 'color="#0B7A6F"',
  'series-2': 'color="#8A5A00"',
  'series-3': 'color="#5B3FA0"',
  'series-4': 'color="#B3261E"',
  'series-5': 'color="#1D5FA8"',
  'series-6': `color="${INK}"`,
};

/** Units of the drawing. */
const FONT_SIZE = 11;
/** Inter's baseline, from the top of a line as high as its letters. */
const BASELINE = 0.86;
/** Wider than any text. */
const BOX = 400;

const loadTypesetting = lazy(() => import('../../media/share-images/markup.ts'));

export function isChart(svg: string): boolean {
  return CHART.test(svg);
}

/**
 * A chart of a page as a file of its own: its colours, which the page's style sheet gives it by classes, become
 * attributes, and its texts paths in the brand's font, since no machine has to have that.
 */
export async function standaloneChart(svg: string): Promise<string> {
  const texts: Text[] = [];
  const drawing = replaceElements(
    svg,
    ({ name }) => name === 'text',
    (element) => {
      texts.push(readText(element));
      return '';
    },
  );
  const painted = mapTags(drawing, (source, tag) => {
    if (tag.isEnd) return source;
    const paint = PAINT[attributesOf(drawing, tag).get('class') ?? ''];
    const plain = mapAttributes(source, (name, value) => (name === 'class' ? null : value));
    return paint === undefined ? plain : plain.replace(`<${tag.name}`, `$& ${paint}`);
  });
  return painted
    .replace(/^<svg/, '<svg xmlns="http://www.w3.org/2000/svg"')
    .replace(/<\/svg>$/, `${await typeset(texts, svg)}</svg>`);
}

type Text = {
  x: number;
  y: number;
  anchor: string;
  isTitle: boolean;
  isUpright: boolean;
  content: string;
  exponent: string;
};

function readText({ attributes, inner }: WrittenElement): Text {
  const turned = /translate\(([\d.]+) ([\d.]+)\)/.exec(attributes.get('transform') ?? '');
  return {
    x: Number(turned?.[1] ?? attributes.get('x')),
    y: Number(turned?.[2] ?? attributes.get('y')),
    anchor: attributes.get('text-anchor') ?? 'start',
    isTitle: attributes.get('class') === 'chart-title',
    isUpright: turned === null,
    content: unescapeHtml(inner.slice(0, inner.search(/<|$/))),
    exponent: unescapeHtml(writtenTextOf(inner, 'tspan')),
  };
}

async function typeset(texts: readonly Text[], svg: string): Promise<string> {
  const { box, renderSvg } = await loadTypesetting();
  const [, height = '300'] = / height="(\d+)"/.exec(svg) ?? [];
  const children = texts.map((text) => {
    const parts = [
      box({}, text.content),
      ...(text.exponent === ''
        ? []
        : [box({ fontSize: FONT_SIZE * 0.8, marginTop: -0.3 * FONT_SIZE }, text.exponent)]),
    ];
    return box({ ...placeOf(text), color: text.isTitle ? INK : MUTED }, parts);
  });
  const size = { width: 400, height: Number(height) };
  return renderSvg(
    box({ ...size, display: 'flex', fontFamily: 'Inter', fontSize: FONT_SIZE }, children),
    size,
  );
}

function placeOf({ x, y, anchor, isUpright }: Text) {
  const shift = anchor === 'end' ? BOX : anchor === 'middle' ? BOX / 2 : 0;
  const place = {
    position: 'absolute',
    display: 'flex',
    width: BOX,
    height: FONT_SIZE,
    lineHeight: 1,
    left: x - shift,
    whiteSpace: 'nowrap',
    justifyContent: anchor === 'end' ? 'flex-end' : anchor === 'middle' ? 'center' : 'flex-start',
  };
  if (isUpright) return { ...place, top: y - BASELINE * FONT_SIZE };
  // Turned around the middle of its line, which lies left of its baseline.
  const middle = (BASELINE - 0.5) * FONT_SIZE;
  return {
    ...place,
    left: x - shift - middle,
    top: y - FONT_SIZE / 2,
    transform: 'rotate(-90deg)',
  };
}
