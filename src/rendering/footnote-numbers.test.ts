import { expect, it } from 'vitest';
import { renderBody } from './body.ts';

/** A body that refers to each of its notes twice. */
async function bodyWith(notes: number): Promise<string> {
  const names = Array.from({ length: notes }, (_, i) => `n${i}`);
  const called = names.map((name) => `A[^${name}] and B[^${name}].`).join(' ');
  const written = names.map((name) => `[^${name}]: Note ${name}`).join('\n');
  return (await renderBody(`${called}\n\n${written}`)).html;
}

it('a few footnotes are marked, by which the page shows them beside the lines that refer to them', async () => {
  const html = await bodyWith(3);
  expect(html).toContain('<section data-footnotes="" class="margin-notes">');
  expect(
    [...html.matchAll(/ id="fnref-(\w+(?:-\d)?)"[^>]* class="(.*?)"/g)].map((m) => m.slice(1)),
  ).toEqual([
    ['n0', 'note-ref-1'],
    ['n1', 'note-ref-2'],
    ['n2', 'note-ref-3'],
  ]);
});

it('more stay at the end of the post', async () => {
  expect(await bodyWith(5)).not.toMatch(/class="(?:margin|note)-/);
});
