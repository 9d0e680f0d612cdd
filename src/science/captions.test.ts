import fc from 'fast-check';
import { toString as textOf } from 'hast-util-to-string';
import { describe, expect, test } from 'vitest';
import { elements } from '../../test/body-markup.ts';
import { readTable } from '../../test/read-table.ts';
import { renderBody } from '../rendering/body.ts';

const IMAGE = 'loading="lazy" decoding="async"';
const TABLE = '| a | b |\n|---|---|\n| 1 | 2 |\n';

const ROWS = readTable(new URL('captions.tsv', import.meta.url));

async function render(content: string) {
  const { html, findings } = await renderBody(content);
  const told = findings.filter(({ code }) => code !== 'label-not-referred');
  return { html, codes: told.map(({ line, code }) => `${line} ${code}`) };
}

async function htmlOf(content: string): Promise<string> {
  const { html, codes } = await render(content);
  expect(codes).toEqual([]);
  return html;
}

async function captionsOf(content: string): Promise<string[]> {
  const { html } = await renderBody(content);
  return [...elements(html, 'figcaption'), ...elements(html, 'caption')].map((each) =>
    textOf(each),
  );
}

describe('a picture with a label is a numbered figure', () => {
  test('whose caption stands in the brackets, with its markup', async () => {
    expect(await htmlOf('![The IC<sub>50</sub> of *all*](/x.png){#fig-plate}')).toBe(
      `<figure id="fig-plate"><img src="/x.png" alt="The IC50 of all" ${IMAGE}><figcaption><span class="caption-number">Figure 1.</span> The IC<sub>50</sub> of <em>all</em></figcaption></figure>`,
    );
  });

  test.each(ROWS.filter(([, , code]) => code === undefined))(
    '%s',
    async (content = '', alt = '') => {
      const { html, codes } = await render(content);
      expect(codes.filter((code) => !code.includes('duplicate-id'))).toEqual([]);
      expect(await captionsOf(content)).toEqual(['Figure 1. Caption']);
      expect(elements(html, 'img').map(({ properties }) => properties.alt)).toEqual([alt]);
      expect(html.match(/ id="fig-a"/g)).toHaveLength(1);
      expect(html).not.toContain('data-');
      expect(html).not.toContain('{');
    },
  );

  test('or none, where it is labelled as a table', async () => {
    expect(await captionsOf('![A table as a picture](/x.png){#tbl-a}')).toEqual([
      'Table 1. A table as a picture',
    ]);
  });

  test('without a caption it has the number alone', async () => {
    expect(await captionsOf('![](/x.png){#fig-a}')).toEqual(['Figure 1']);
  });

  test('without a label it has a caption and no number', async () => {
    expect(await captionsOf('![Caption](/x.png){fig-alt="A plate"}')).toEqual(['Caption']);
  });
});

describe('a table has a caption below it', () => {
  test.each([
    ['after an empty line', `${TABLE}\n: Of IC<sub>50</sub> {#tbl-a}`],
    ['right below', `${TABLE}: Of IC<sub>50</sub> {#tbl-a}\n\nText`],
    ['in a list', `- ${TABLE.replaceAll('\n', '\n  ')}\n  : Of IC<sub>50</sub> {#tbl-a}`],
    [
      'in HTML',
      '<table data-label="tbl-a"><caption>Of IC<sub>50</sub></caption><tr><td>1</td></tr></table>',
    ],
  ])('%s', async (_, content) => {
    const html = await htmlOf(content);
    expect(html).toContain(
      '<table id="tbl-a"><caption><span class="caption-number">Table 1.</span> Of IC<sub>50</sub></caption>',
    );
    expect(html).toContain('aria-label="Table 1. Of IC50"');
    expect(html).not.toContain('{#');
  });

  test('which needs no label', async () => {
    expect(await htmlOf(`${TABLE}\n: A caption`)).toContain('<caption>A caption</caption>');
  });

  test('but a row of a table stays one', async () => {
    expect(await htmlOf('| a |\n|---|\n| 1 |\n| : b |')).not.toContain('caption');
  });
});

describe('what is no label is told of by its line, and shown', () => {
  test.each(ROWS.filter(([, , code]) => code !== undefined))(
    '%s',
    async (content = '', _ = '', expected = '') => {
      expect((await render(content)).codes).toEqual([expected]);
    },
  );

  test('and the second of two has neither number nor id', async () => {
    const content = '![A](/x.png){#fig-a}\n\n![B](/y.png){#fig-a}\n\n![C](/z.png){#fig-c}';
    expect(await captionsOf(content)).toEqual(['Figure 1. A', 'B', 'Figure 2. C']);
    expect((await renderBody(content)).html.match(/id="fig-a"/g)).toHaveLength(1);
  });
});

test('a heading of the same name does not take the place to which a label leads', async () => {
  const { html } = await renderBody('## Fig a\n\n![A](/x.png){#fig-a}');
  expect(html).toContain('<h2 id="fig-a-1">');
});

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
