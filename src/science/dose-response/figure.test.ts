import { toString as textOf } from 'hast-util-to-string';
import { expect, test } from 'vitest';
import { elements } from '../../../test/body-markup.ts';
import { readTable } from '../../../test/read-table.ts';
import { renderBody } from '../../rendering/body.ts';
import { readUnit, type Unit } from './units.ts';

const POINTS = '1,98\n3,93\n10,77\n30,52\n100,23\n300,9\n1000,4\n10000,1';

test('a figure cuts no label of an axis, at the largest letters either', async () => {
  const { html } = await renderBody(
    `\`\`\`dose-response\nconcentration (nM),response (%)\n${POINTS}\n\`\`\``,
  );
  const labels = elements(html, 'text').filter(
    ({ properties }) => properties.textAnchor === 'middle',
  );
  const ends = labels.map(
    (each) => Number(each.properties.x) + (9.5 * textOf(each as never).length) / 2,
  );
  expect(labels.map((each) => textOf(each as never))).toContain('10,000');
  expect(Math.max(...ends.filter((end) => !Number.isNaN(end)))).toBeLessThanOrEqual(400);
});

test('readUnit reads a unit as people write it', () => {
  const written = 'uM μM µM M nmol/L nanomolar Micromolar mol/dm3 micrograms/mL ng/mL'.split(' ');
  const names = [...written, 'mg L−1'].map((unit) => (readUnit(unit) as Unit).name);
  expect(names).toEqual('µM µM µM M nM nM µM M µg/mL ng/mL mg/L'.split(' '));
});

test.each(readTable(new URL('refusals.tsv', import.meta.url)))(
  'what cannot be drawn is told by its line, with its source: line %s, %s',
  async (line, message = '', block = '') => {
    const { html, findings } = await renderBody(`\`\`\`dose-response${block}\n\`\`\``);
    expect(findings[0]).toMatchObject({ line: Number(line), severity: 'error' });
    expect(findings[0]?.message.toLowerCase()).toContain(message.toLowerCase());
    expect(html).toContain('drawing-failure');
    expect(html).toContain(`<figcaption>Line ${line}: `);
    expect(html).not.toMatch(/<svg|data-download/);
  },
);
