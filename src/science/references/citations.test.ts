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
  const { html, text, findings, words } = await renderBody(content, {
    references: REFERENCES,
    ...context,
  });
  return {
    html,
    text,
    words,
    /** The markup without the buttons. */
    shown: html.replace(/<button[^>]*><\/button>/g, ''),
    // Of citations: what is found of the references themselves has no column.
    found: findings
      .filter(({ reference }) => reference === undefined)
      .map(({ line, column, code, message }) => `${line}:${column} ${code} ${message}`),
  };
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

  it('leave links and their definitions as they are', async () => {
    const { html } = await render(
      '[@smith2020](/a) [with @smith2020 in it](/b) [x][@doe2019] [@doe2019]\n\n[@doe2019]: /c',
    );
    expect(html).toBe(
      '<p><a href="/a">@smith2020</a> <a href="/b">with @smith2020 in it</a> <a href="/c">x</a> <a href="/c">@doe2019</a></p>',
    );
  });

  it('link to the list of references, each with an id to come back to, and open them in a popover', async () => {
    const { html } = await render('[@smith2020, p. 3; @10.1021/acs.jmedchem.9b01] @smith2020');
    expect(html).toBe(
      '<p><span class="citation">[<a href="#ref-smith2020" id="cite-1">1</a>, p. 3; ' +
        '<a href="#ref-10.1021%2Facs.jmedchem.9b01" id="cite-2">2</a>]' +
        '<button type="button" class="citation-peek" popovertarget="peek-1" ' +
        'data-cites="smith2020 10.1021%2Facs.jmedchem.9b01" aria-label="Show references 1, 2"></button></span> ' +
        '<span class="citation">Smith et al. [<a href="#ref-smith2020" id="cite-3">1</a>]' +
        '<button type="button" class="citation-peek" popovertarget="peek-2" ' +
        'data-cites="smith2020" aria-label="Show reference 1"></button></span></p>',
    );
    const { peeks } = listReferences(html, REFERENCES, 'numbered');
    expect([...peeks].map(([id, shown]) => [id, ...shown.map(({ number }) => number)])).toEqual([
      ['peek-1', 1, 2],
      ['peek-2', 1],
    ]);
  });

  it('tell by line of keys and labels that nothing has, and show what was written', async () => {
    const { found, text } = await render(
      'One\n\nTwo [@smith2019] and\n[@smith2020; see @nobody, p. 3]\n\nThree @fig-a, [@tbl-b].',
    );
    expect(found).toEqual([
      '3:5 unknown-citation [@smith2019] is cited, but no reference has that key.',
      '4:1 unknown-citation [@nobody] is cited, but no reference has that key.',
      '6:7 unknown-label @fig-a is referred to, but nothing has that label.',
      '6:15 unknown-label @tbl-b is referred to, but nothing has that label.',
    ]);
    expect(text).toBe('One\nTwo [@smith2019] and [1; see @nobody, p. 3]\nThree @fig-a, [@tbl-b].');
  });

  it('tell of a typing error right after a word, where it may be a path', async () => {
    const { found, text } = await render('Binds[@smith2019] as `//a[@href]` does');
    expect(found).toEqual([expect.stringMatching(/^1:6 citation-not-read “\[@smith2019\]”/)]);
    expect(text).toContain('[@smith2019]');
  });

  it('tell of a work that one of them names twice, but not of two of its pages', async () => {
    const { found } = await render(
      '[@smith2020; @smith2020]\n\n[@smith2020, p. 1; @smith2020, p. 9]',
    );
    expect(found).toEqual(['1:1 repeated-citation One citation names @smith2020 twice.']);
  });

  it('are the same in a body of HTML, with the line of what is unknown', async () => {
    const content =
      '<p>As <code data-science="citation">[@doe2019]</code></p>\n' +
      '<p><code data-science="citation">[@x]</code> <code data-science="citation">x</code></p>\n' +
      '<pre><code data-science="citation">[@y]</code></pre>';
    const { shown, found } = await render(content);
    expect(shown).toContain(
      '<p>As\u00a0<span class="citation citation-brief">[<a href="#ref-doe2019" id="cite-1">1</a>]',
    );
    expect(found).toEqual([
      '2:34 unknown-citation [@x] is cited, but no reference has that key.',
      '2:76 malformed-citation “x” is not a citation. Write citations as [@key] or @key.',
      '3:36 unknown-citation [@y] is cited, but no reference has that key.',
    ]);
  });

  it('refer to labelled figures and tables by name and number', async () => {
    const { html, found } = await render(
      'See @fig-b, [@fig-b; @tbl-a] (not @fig-a), Figure [-@fig-a], Figure @fig-a, [Fig. @fig-a] and [as in @fig-b, left; @doe2019].\n\n' +
        '![One](/a.png){#fig-a}\n\n![Two](/b.png){#fig-b}\n\n| a |\n|---|\n| 1 |\n\n: Numbers {#tbl-a}',
    );
    expect(found).toEqual([]);
    const link = '<a href="#fig-b">Figure 2</a>';
    expect(html).toContain(`See ${link}, ${link}, <a href="#tbl-a">Table 1</a> (not `);
    const number = '<a href="#fig-a">1</a>';
    expect(html).toContain(`Figure ${number}, Figure ${number}, Fig. ${number} and `);
    expect(html).toContain(`[as in ${link}, left; <a href="#ref-doe2019" id="cite-1">1</a>]`);
    expect(html).toContain('id="fig-b"');
  });

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
    const { listed } = listReferences(html, REFERENCES, 'numbered');
    expect(listed.map(({ number, id, citations }) => [number, id, citations])).toEqual([
      [1, 'ref-doe2019', ['cite-1', 'cite-3']],
      [2, 'ref-plain', ['cite-2']],
      [3, undefined, []],
      [4, undefined, []],
      [5, undefined, []],
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
