import { attributesOf, mapAttributes, mapTags } from '../../text/read-tags.ts';

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
  'chart-title': `fill="${INK}"`,
  text: `fill="${MUTED}"`,
  'chart-exponent': 'font-size="8.8"',
  'dose-response-chart': 'xmlns="http://www.w3.org/2000/svg" font-family="Inter" font-size="11"',
  'series-1': 'color="#0B7A6F"',
  'series-2': 'color="#8A5A00"',
  'series-3': 'color="#5B3FA0"',
  'series-4': 'color="#B3261E"',
  'series-5': 'color="#1D5FA8"',
  'series-6': `color="${INK}"`,
};

export function isChart(svg: string): boolean {
  return CHART.test(svg);
}

/**
 * A chart of a page as a file of its own: what the page's style sheet gives it by classes becomes attributes. Its texts need
 * the brand's font.
 */
export function standaloneChart(svg: string): string {
  return mapTags(svg, (source, tag) => {
    if (tag.isEnd) return source;
    const paint = PAINT[attributesOf(svg, tag).get('class') ?? ''] ?? PAINT[tag.name];
    const plain = mapAttributes(source, (name, value) => (name === 'class' ? null : value));
    return paint === undefined ? plain : plain.replace(`<${tag.name}`, `$& ${paint}`);
  });
}
