import { expect, it } from 'vitest';
import { readTable } from '../../test/read-table.ts';
import { renderBody } from './body.ts';

/** Shows no-break spaces as `_`. */
const shown = async (content: string, context = {}) =>
  (await renderBody(content, context)).html.replaceAll('\u00a0', '_');

it.each(readTable(new URL('no-break-spaces.tsv', import.meta.url)))(
  'a quantity or an equation stays on one line: %s',
  async (content, expected) => {
    expect(await shown(content)).toBe(`<p>${expected}</p>`);
  },
);

it('no line begins with what ends a clause after a formula', async () => {
  expect(await shown('Of $x$, and $y$ too')).toMatch(
    /<\/math><\/span>\u2060, and <span.*<\/span> too/,
  );
});

it.each(['10 Markers', '3 hits', '5 minutes', 'a - b', 'yes/no'])(
  'words break as ever: %s',
  async (text) => {
    expect(await shown(text)).toBe(`<p>${text}</p>`);
  },
);

it('what is copied from code has the spaces of its author', async () => {
  expect(await shown('`10 nM = x`')).toBe('<p><code>10 nM = x</code></p>');
  expect(await shown('    10 nM = x')).toContain('10 nM = x');
});

it('the text for searches and feeds has ordinary spaces', async () => {
  expect((await renderBody('100 nM')).text).toBe('100 nM');
});
