import { expect, test } from 'vitest';
import { dangers, reserialize } from '../../../test/body-dangers.ts';
import { scienceBodiesWith, XSS_VECTORS } from '../../../test/xss-vectors.ts';
import { renderBody, renderBodyAs } from '../../rendering/body.ts';

/** Our own drawings, to the letter: numbers, and classes of ours. A text stands only in the accessible name. */
const PATH =
  '<path(?: class="atom-[A-Z][a-z]?")?(?: (?:fill|stroke|stroke-width|stroke-dasharray)="(?:none|currentColor|[\\d.,]+)")* d="[MmLlhvQCZ\\d. -]*"></path>';
const GROUP = `<g transform="translate\\([\\d. ]+\\)">(?:${PATH})*</g>`;
const DRAWING = new RegExp(
  `<svg class="structure-drawing(?: inline-structure)?" role="img" viewBox="-2 -2 \\d+ \\d+" width="\\d+" height="\\d+" fill="none" stroke="currentColor" stroke-width="1.4" stroke-linecap="round" stroke-linejoin="round" aria-label="[^"]*">(?:${PATH}|${GROUP}|<g transform="translate\\([\\d. ]+\\)">(?:${PATH}|${GROUP})*</g>)*</svg>`,
  'g',
);

/** Of each class some: a drawing writes every text in the same three ways. */
const SOME_VECTORS = XSS_VECTORS.filter((_, index) => index % 4 === 0);

test('an attack in a name, a label, a caption, a header or a structure finds nothing that runs', async () => {
  for (const { name, payload } of SOME_VECTORS) {
    for (const { format, content } of scienceBodiesWith(payload)) {
      const { html } = await renderBodyAs(format, content);
      expect.soft(dangers(html.replace(DRAWING, '')), name).toEqual([]);
      // Markup that does not change its meaning when it is parsed.
      expect.soft(reserialize(html), name).toBe(html);
    }
  }
}, 120_000);

test('the drawings of an author are removed, however they look', async () => {
  const { html: own } = await renderBodyAs('markdown', '```smiles\nCCO\n```');
  expect(own).toContain('<svg');
  for (const format of ['html', 'markdown'] as const) {
    const { html } = await renderBodyAs(format, own);
    expect(html).not.toContain('<svg');
    expect(dangers(html)).toEqual([]);
  }
});

test('an attack in a cell, a heading, a unit, a series or a name of data finds nothing that runs', async () => {
  const doses = [1, 3, 10, 30, 100, 300, 1000];
  const tagsOf = (html: string) =>
    [...html.replaceAll(/"[^"]*"/g, '""').matchAll(/<([a-z]\w*)/g)].map(([, tag = '']) => tag);
  const ours =
    'a caption code details div figcaption figure g p path pre span sub summary svg table tbody td text th thead tr tspan';
  for (const { payload } of XSS_VECTORS) {
    const cell = payload.replaceAll('"', '""').replaceAll('```', '');
    const short = cell.replace(/\s+/g, ' ').slice(0, 60) || 'A';
    const unit = short.replace(/[()[\]]/g, '').slice(0, 20);
    const y = `y (${unit.replace(/"+$/, '') || 'nM'})`;
    const name = payload.replace(/\s+/g, ' ').replace(/[\\"]/g, '\\$&').replace(/[{}`]/g, '');
    const table = `csv {name="${name}"}\n"${cell}",b\n"${cell}","${cell}"`;
    const rows = doses.map((dose) => `${dose},${(100 / (1 + dose / 30)).toFixed(1)},"${short}"`);
    for (const heading of ['concentration (nM)', y.replace('y', 'concentration')]) {
      const curve = `dose-response {name="${name}"}\n"${heading}","${y}",series\n${rows.join('\n')}`;
      const { html } = await renderBody(
        [table, curve].map((block) => `\`\`\`\`${block}\n\`\`\`\``).join('\n\n'),
      );
      expect(html).toContain('class="data-table"');
      expect(tagsOf(html).filter((tag) => !ours.split(' ').includes(tag))).toEqual([]);
    }
  }
}, 120_000);
