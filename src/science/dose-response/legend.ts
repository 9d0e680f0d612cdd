import type { Element } from 'hast';
import { h } from '../../text/hast.ts';
import type { FittedSeries } from './analyse.ts';
import { DASHES, isFilled, marker } from './markers.ts';
import { svgText } from './svg-text.ts';

const ROW = 20;
const MAX_NAME = 40;

/** A row for each named series: its line and marker, and its name. */
export function legend(series: readonly FittedSeries[]): { height: number; elements: Element[] } {
  const named = series.filter(({ name }) => name !== null);
  const elements = named.map(({ name, result }, index) => {
    const y = ROW * index + 10;
    const line = h('path', {
      className: ['chart-curve'],
      strokeDashArray: DASHES[index],
      d: `M2 ${y}H34`,
    });
    return h(
      'g',
      { className: [`series-${index + 1}`] },
      ...('refusal' in result ? [] : [line]),
      h('path', {
        className: ['chart-marker', ...(isFilled(index) ? [] : ['hollow'])],
        d: marker(index, 18, y),
      }),
      svgText(shortened(name ?? ''), { x: 42, y: y + 4 }, { className: 'chart-title' }),
    );
  });
  return { height: ROW * named.length, elements };
}

function shortened(name: string): string {
  return name.length > MAX_NAME
    ? `${name
        .slice(0, MAX_NAME - 1)
        .trimEnd()
        .toWellFormed()}…`
    : name;
}
