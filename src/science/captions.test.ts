import fc from 'fast-check';
import { toString as textOf } from 'hast-util-to-string';
import { expect, test } from 'vitest';
import { elements } from '../../test/body-markup.ts';
import { renderBody } from '../rendering/body.ts';

const TABLE = '| a | b |\n|---|---|\n| 1 | 2 |\n';

test('numbers follow the order of the text after any edit', async () => {
  const block = fc.record({
    kind: fc.constantFrom('fig', 'tbl', 'text', 'quote', 'html'),
    id: fc.integer({ min: 0, max: 999 }),
  });
  const write = ({ kind, id }: { kind: string; id: number }) => {
    if (kind === 'fig') return `![P${id}](/x.png){#fig-${id}}`;
    if (kind === 'quote') return `> ![P${id}](/x.png){#fig-${id}}`;
    if (kind === 'tbl') return `${TABLE}\n: P${id} {#tbl-${id}}`;
    if (kind === 'html') {
      return `<figure data-label="fig-${id}"><img alt="P" src="/x.png"><figcaption>P${id}</figcaption></figure>`;
    }
    return `Text ${id}`;
  };
  const blocks = fc.uniqueArray(block, { selector: ({ id }) => id, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(blocks, async (written) => {
      const { html, findings } = await renderBody(written.map(write).join('\n\n'));
      expect(findings.filter(({ code }) => code !== 'label-not-referred')).toEqual([]);
      const numbersOf = (name: string, tag: string, kinds: readonly string[]) => {
        const expected = written
          .filter(({ kind }) => kinds.includes(kind))
          .map(({ id }, index) => `${name} ${index + 1}. P${id}`);
        expect(elements(html, tag).map((each) => textOf(each))).toEqual(expected);
      };
      numbersOf('Figure', 'figcaption', ['fig', 'quote', 'html']);
      numbersOf('Table', 'caption', ['tbl']);
    }),
    { numRuns: 60 },
  );
});
