import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectLinear } from '../../../test/linear-time.ts';
import { readTable } from '../../../test/read-table.ts';
import { renderBody } from '../../rendering/body.ts';
import type { Reference } from '../references/reference.ts';
import { findMentions } from './mentions.ts';

const GLOSSARY = toTerms(readTable(new URL('mention-terms.tsv', import.meta.url)));

function toTerms(spellings: string[][]) {
  return spellings.map(([term = '', ...synonyms]) => ({ term, definition: 'D', synonyms }));
}

/** The HTML with the mentions in brackets. */
async function mark(content: string, references: readonly Reference[] = []): Promise<string> {
  const { html } = await renderBody(content, { references });
  let [marked, from] = ['', 0];
  for (const { term, start, end } of findMentions(html, GLOSSARY)) {
    expect(start).toBeGreaterThanOrEqual(from);
    expect(end).toBeGreaterThan(start);
    marked += `${html.slice(from, start)}[${html.slice(start, end)}|${term}]`;
    from = end;
  }
  return marked + html.slice(from);
}

const termsOf = async (content: string, references: readonly Reference[] = []) =>
  findMentions((await renderBody(content, { references })).html, GLOSSARY).map(({ term }) => term);

test.each(readTable(new URL('mentions.tsv', import.meta.url)))(
  'the first mention of a term has its definition, but where it would disturb: %s %j',
  async (marked = '', content = '') => {
    if (marked === '') expect(await termsOf(content)).toEqual([]);
    else expect(await mark(content)).toContain(marked);
  },
);

test('a reader is not disturbed in a citation, nor in data that are drawn', async () => {
  const reference = {
    title: 'IC50',
    url: 'https://x.test',
    description: 'Ki',
    type: 'article',
  } as const;
  const references = [{ ...reference, key: 'ki' }];
  expect(await termsOf('So [@ki, IC50], and @ki.', references)).toEqual([]);
  const curve = 'concentration (nM),logP (%)\n1,99\n10,91\n30,77\n100,51\n300,26\n1000,11\n10000,3';
  expect(await termsOf(`\`\`\`dose-response {name="IC50"}\n${curve}\n\`\`\``)).toEqual([]);
});

test('bodies over 300 KB are not marked', async () => {
  const html = `<p>IC50</p><p>${'a '.repeat(150_000)}</p>`;
  expect(findMentions(html, GLOSSARY)).toEqual([]);
});

test('marked HTML stays whole, whatever it is', async () => {
  const piece = fc.constantFrom(
    ...[
      'IC50¦Ki¦*¦**¦_¦<sub>¦</sub>¦<em>¦</em>¦screening¦<!--0-0-->¦`¦\n\n¦</a>¦<p>¦</p>¦<div>¦|¦ ',
      'virtual ¦- ¦> ¦<a href="/x">¦&lt;¦&amp;¦<wbr>¦<br>',
    ].flatMap((line) => line.split('¦')),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => {
      const { html } = await renderBody(pieces.join(''));
      const mentions = findMentions(html, GLOSSARY);
      expect(new Set(mentions.map(({ term }) => term)).size).toBe(mentions.length);
      for (const { start, end } of mentions) {
        const inner = html.slice(start, end);
        // Whole elements: as many opened as closed, and none closed before it is opened.
        let depth = 0;
        for (const [, slash] of inner.matchAll(/<(\/?)(?!wbr)[a-z]/g)) {
          depth += slash === '' ? 1 : -1;
          expect(depth).toBeGreaterThanOrEqual(0);
        }
        expect(depth).toBe(0);
      }
    }),
    { numRuns: 150 },
  );
});

test('hundreds of terms with much text take no time that readers notice', () => {
  const terms = toTerms(
    Array.from({ length: 500 }, (_, index) => [`Alpha beta${index} x`, `alpha-gamma${index}`]),
  );
  const htmlOf = (count: number) => `<p>${'alpha beta gamma IC<sub>50</sub> '.repeat(count)}</p>`;
  return expectLinear('findMentions', (size) => findMentions(htmlOf(size), terms), 9_000);
});
