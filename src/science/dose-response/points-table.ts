import type { Element } from 'hast';
import { capitalized } from '../../text/finding.ts';
import { h } from '../../text/hast.ts';
import type { Points } from './read-points.ts';

/** The points as they were written, in their order. */
export function pointsTable({ series, unit, response }: Points): Element {
  const isNamed = series.some(({ name }) => name !== null);
  const hasExcluded = series.some(({ points }) => points.some(({ excluded }) => excluded !== null));
  const responseHeading =
    response.unit === null ? response.name : `${response.name} (${response.unit})`;
  const headings = [
    ...(isNamed ? [h('th', { scope: 'col' }, 'Series')] : []),
    ...[`Concentration (${unit.name})`, capitalized(responseHeading)].map((each) =>
      h('th', { scope: 'col', align: 'right' }, each),
    ),
    ...(hasExcluded ? [h('th', { scope: 'col' }, 'Left out')] : []),
  ];
  const rows = series.flatMap(({ name, points }) =>
    points.map(({ written, excluded }) => [
      ...(isNamed ? [h('td', {}, name ?? '')] : []),
      ...[written.concentration, written.response].map((each) => h('td', { align: 'right' }, each)),
      ...(hasExcluded ? [h('td', {}, excluded ?? '')] : []),
    ]),
  );
  return h(
    'table',
    {},
    h('caption', {}, 'Data'),
    h('thead', {}, h('tr', {}, ...headings)),
    h('tbody', {}, ...rows.map((cells) => h('tr', {}, ...cells))),
  );
}
