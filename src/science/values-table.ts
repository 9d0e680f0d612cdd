import type { Element, ElementContent } from 'hast';
import { h } from '../text/hast.ts';

type Content = ElementContent | string;

type ValuesTable = {
  caption: string;
  /** The headings of the columns; null for a single column without one. */
  columns: readonly string[] | null;
  rows: readonly { heading: readonly Content[]; values: readonly Content[] }[];
};

/** A table of computed values, with a row for each kind of value and a column for each thing that has them. */
export function valuesTable({ caption, columns, rows }: ValuesTable): Element {
  const names = columns?.map((name) => h('th', { scope: 'col' }, name));
  return h(
    'table',
    {},
    h('caption', {}, caption),
    ...(names === undefined ? [] : [h('thead', {}, h('tr', {}, h('td', {}), ...names))]),
    h(
      'tbody',
      {},
      ...rows.map(({ heading, values }) => {
        const cells = values.map((value) => h('td', {}, value));
        return h('tr', {}, h('th', { scope: 'row' }, ...heading), ...cells);
      }),
    ),
  );
}
