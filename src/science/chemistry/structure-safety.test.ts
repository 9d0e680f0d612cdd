import { expect, test } from 'vitest';
import { dangers, reserialize } from '../../../test/body-dangers.ts';
import { scienceBodiesWith, XSS_VECTORS } from '../../../test/xss-vectors.ts';
import { renderBodyAs } from '../../rendering/body.ts';

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
