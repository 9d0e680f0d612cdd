import type { Element } from 'hast';
import { element, text } from '../chemistry/markup.ts';
import type { Points } from './read-points.ts';

/** The points as they were written, in their order. */
export function pointsTable({ series, unit, response }: Points): Element {
  const isNamed = series.some(({ name }) => name !== null);
  const hasExcluded = series.some(({ points }) => points.some(({ excluded }) => excluded !== null));
  const responseHeading =
    response.unit === null ? response.name : `${response.name} (${response.unit})`;
  const headings = [
    ...(isNamed ? ['Series'] : []),
    `Concentration (${unit.name})`,
    capitalized(responseHeading),
    ...(hasExcluded ? ['Left out'] : []),
  ];
  const rows = series.flatMap(({ name, points }) =>
    points.map(({ written, excluded }) => [
      ...(isNamed ? [name ?? ''] : []),
      written.concentration,
      written.response,
      ...(hasExcluded ? [excluded ?? ''] : []),
    ]),
  );
  return element(
    'table',
    {},
    element('caption', {}, text('Data')),
    element(
      'thead',
      {},
      element('tr', {}, ...headings.map((each) => element('th', { scope: 'col' }, text(each)))),
    ),
    element(
      'tbody',
      {},
      ...rows.map((cells) =>
        element('tr', {}, ...cells.map((each) => element('td', {}, text(each)))),
      ),
    ),
  );
}

export function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
