import { describe, expect, it } from 'vitest';
import { readTable } from '../../../test/read-table.ts';
import { type BodyContext, renderBody } from '../../rendering/body.ts';
import { parseCitation } from './markdown-citations.ts';
import type { CslItem, Reference } from './reference.ts';
import { listReferences } from './reference-list.ts';
import { runsText } from './reference-text.ts';

const reference = (key: string, csl?: CslItem): Reference => ({
  title: `About ${key}`,
  url: `https://a.test/${encodeURIComponent(key)}`,
  description: '',
  type: 'article',
  key,
  ...(csl === undefined ? {} : { csl }),
});

const by = (year: number, ...families: string[]): CslItem => ({
  type: 'article-journal',
  author: families.map((family) => ({ family, given: 'A' })),
  issued: { 'date-parts': [[year]] },
});

const REFERENCES = [
  reference('smith2020', by(2020, 'Smith', 'Doe', 'Roe')),
  reference('doe2019', by(2019, 'Doe')),
  reference('10.1021/acs.jmedchem.9b01', by(2021, 'Berg', 'Lee')),
  reference('plain'),
  reference('Müller:1', by(2019, 'Doe')),
];

async function render(content: string, context: BodyContext = {}) {
  const body = await renderBody(content, { references: REFERENCES, ...context });
  // Of citations: what is found of the references themselves has no column.
  const found = body.findings
    .filter(({ reference }) => reference === undefined)
    .map(({ line, column, code, message }) => `${line}:${column} ${code} ${message}`);
  return { ...body, found };
}

const textOf = async (content: string, context?: BodyContext) => {
  const { text, found } = await render(content, context);
  expect(found).toEqual([]);
  return text;
};

describe('citations in a text', () => {
  it.each(readTable(new URL('citations.tsv', import.meta.url)))(
    'are numbered in the order of their first mention, or name authors and year: %s %j',
    async (style, content = '', expected = '') => {
      const citationStyle = style === 'numbered' ? style : 'author-date';
      expect(await textOf(content, { citationStyle })).toBe(expected);
    },
  );

  it('stand in footnotes and before their marks', async () => {
    expect(await textOf('Text[^1].\n\n[^1]: In [@doe2019].')).toContain('In [1]');
    expect(await textOf('Known [@doe2019][^1].\n\n[^1]: Note')).toMatch(/^Known \[1\]/);
  });

  it('name the authors of a chapter, not the editors of its book', async () => {
    const csl = { ...by(2001, 'Berg'), editor: [{ family: 'Vik', given: 'B' }] };
    const context = {
      citationStyle: 'author-date',
      references: [reference('chapter', csl)],
    } as const;
    expect(await textOf('[@chapter]', context)).toBe('(Berg 2001)');
  });

  it.each([
    ...readTable(new URL('not-citations.tsv', import.meta.url)).flat(),
    String.raw`\[@smith2020]`,
    String.raw`\@smith2020`,
    String.raw`[\@smith2020]`,
  ])('are none in %j', async (content) => {
    const { html } = await render(content);
    expect(html).not.toContain('citation');
    expect(html.replace(/<[^>]*>/g, '')).not.toMatch(/\[1/);
  });

  it.each(readTable(new URL('cited-markup.tsv', import.meta.url)))(
    'link to their references or labels, and are told by line where they cannot: %j',
    async (content = '', markup = '', ...told) => {
      const { html, found } = await render(content);
      expect(html).toContain(markup);
      expect(found).toEqual(told);
    },
  );

  it('cannot be forged by links, ids or buttons of an author', async () => {
    const { html } = await render(
      '<a href="#ref-doe2019" id="cite-1">1</a> <button type="button" class="citation-peek" popovertarget="peek-1" data-cites="x">x</button>',
    );
    const { listed, peeks } = listReferences(html, REFERENCES, 'numbered');
    expect(listed.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
    expect(listed.flatMap(({ citations }) => citations)).toEqual([]);
    expect([...peeks]).toEqual([]);
  });
});

describe('the list of references', () => {
  it('begins with what is cited, in the order of first citations, with ways back', async () => {
    const { html } = await render('[@doe2019] [@plain; @doe2019]');
    const { listed, peeks } = listReferences(html, REFERENCES, 'numbered');
    expect(listed.map(({ number, id, citations }) => [number, id, citations])).toEqual([
      [1, 'ref-doe2019', ['cite-1', 'cite-3']],
      [2, 'ref-plain', ['cite-2']],
      [3, undefined, []],
      [4, undefined, []],
      [5, undefined, []],
    ]);
    const peeked = [...peeks].map(([id, shown]) => [id, ...shown.map(({ number }) => number)]);
    expect(peeked).toEqual([
      ['peek-1', 1],
      ['peek-2', 2, 1],
    ]);
    expect(listed.map(({ runs }) => runsText(runs))).toEqual([
      'Doe A. About doe2019. 2019.',
      'About plain',
      'Smith A, Doe A, Roe A. About smith2020. 2020.',
      'Berg A, Lee A. About 10.1021/acs.jmedchem.9b01. 2021.',
      'Doe A. About Müller:1. 2019.',
    ]);
  });

  it('has the letters that the text has', async () => {
    const context = { citationStyle: 'author-date' } as const;
    const { html, text } = await render('[@Müller:1; @doe2019]', context);
    expect(text).toBe('(Doe 2019b; Doe 2019a)');
    const { listed } = listReferences(html, REFERENCES, 'author-date');
    const shown = listed.map(({ runs }) => runsText(runs));
    expect(shown.filter((each) => each.startsWith('Doe'))).toEqual([
      'Doe, A. 2019a. “About doe2019.”',
      'Doe, A. 2019b. “About Müller:1.”',
    ]);
  });
});

it('parseCitation gives null where the syntax is not that of a citation', () => {
  const others =
    '¦[]¦[@]¦[x]¦@¦@a b¦[@a @b]¦x @a¦[@a]x¦[@a;]¦[a@b]¦[@a=1]¦[see  @{a/b:c}, p. 3, and -@d: x]'.split(
      '¦',
    );
  expect(others.filter((source) => parseCitation(source) !== null)).toEqual([]);
});
