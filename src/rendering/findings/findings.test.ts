import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTable } from '../../../test/read-table.ts';
import type { Finding } from '../../text/finding.ts';
import { renderBody } from '../body.ts';

async function findings(content: string): Promise<Finding[]> {
  return (await renderBody(content)).findings;
}

async function codes(content: string): Promise<string[]> {
  return (await findings(content)).map(({ line, code }) => `${line} ${code}`);
}

test.each([
  ...readTable(new URL('findings.tsv', import.meta.url)),
  ['error', '1 shown-as-source', '<div>'.repeat(300)],
])('%s at its line: %s in %j', async (severity, expected, content = '') => {
  expect(await codes(content)).toEqual([expected]);
  expect((await findings(content))[0]?.severity).toBe(severity);
});

const REFERENCES = ['cross2014', 'strelow2017', 'copeland2013', 'agm2012', 'zhang1999'].map(
  (key) => ({ key, title: key, url: '', description: '', type: 'article' }) as const,
);
const article = (name: string) =>
  readFileSync(new URL(`../../../test/articles/${name}`, import.meta.url), 'utf8');

test.each([
  ['of a study', article('study.md')],
  ['of a release', article('release.md')],
  ['in HTML', article('report-in-html.md')],
  ['of a reaction', '```reaction\nCC(=O)OC(C)=O.Oc1ccccc1C(=O)O>>CC(=O)Oc1ccccc1C(=O)O\n```'],
  ['with an agent', '```reaction\nCC=O>OO>CC(=O)O\n```'],
  ['that waits for an upload', '![Uploading x.png…]()'],
  ['without text', ''],
  ['of 700 words on kinetics', article('covalent-kinetics.md')],
  ['of 700 words on a plate', article('plate-report.md')],
  ['of 700 words in HTML', article('hit-rates-in-html.md')],
])('a correct article %s has no finding', async (_, content) => {
  const references = REFERENCES.filter(({ key }) => content.includes(`@${key}`));
  expect((await renderBody(content, { references })).findings).toEqual([]);
});

test('lines count as an editor counts them, whatever the line breaks', async () => {
  for (const lineBreak of ['\n', '\r\n', '\r']) {
    const content = `\u{FEFF}A${lineBreak}${lineBreak}> b${lineBreak}> [^c] [d]()${lineBreak}<x>`;
    const found = (await findings(content)).map(({ line, code }) => `${line} ${code}`);
    expect(found).toEqual(['4 footnote-undefined', '4 link-without-address', '5 text-as-tag']);
  }
});

test('references: no two of one key or DOI, DOIs that are, and each cited where some are', async () => {
  const reference = (key: string, url: string) =>
    ({ key, url, title: key, description: '', type: 'article' }) as const;
  const references = [
    reference('a', 'https://doi.org/10.1000/ABC'),
    reference('b', 'https://dx.doi.org/10.1000/abc'),
    reference('c', 'https://doi.org/11.1000/abc'),
    reference('c', 'https://a.example'),
    reference('d', ''),
  ];
  const found = async (content: string) =>
    (await renderBody(content, { references })).findings.map(
      ({ reference, severity, message }) => `${reference} ${severity} ${message}`,
    );
  const others = [
    '2 warning a and b are the same work (doi:10.1000/abc): keep one of them.',
    '3 error “c” has “11.1000/abc”, which is not a DOI.',
    '4 error Two references have the key c: citations lead to the first one.',
  ];
  expect(await found('')).toEqual(others);
  const uncited = ['a', 'b', 'c'].map(
    (key, index) => `${index + 1} warning “${key}” is not cited in the text.`,
  );
  expect((await found('[@d]')).sort()).toEqual([...others, ...uncited].sort());
});

describe('a list of findings stays short', () => {
  test('equal ones are one, which names three further lines', async () => {
    const [found, ...others] = await findings('A <center>b</center>\n\n'.repeat(20));
    expect(others).toEqual([]);
    expect(found?.message).toBe(
      '<center> is removed, but its content stays. Also on lines 3, 5, 7 and 16 more.',
    );
  });

  test('ten of a kind are listed, and the rest is counted', async () => {
    const content = Array.from({ length: 30 }, (_, index) => `Text[^n${index}]`).join('\n\n');
    const found = await findings(content);
    expect(found).toHaveLength(11);
    expect(found[10]).toMatchObject({ line: 21 });
    expect(found[10]?.message).toMatch(/ And 19 more like this\.$/);
  });
});

test.each([
  ['a fence', '`'.repeat(100_000)],
  ['a tag', `<${'a'.repeat(100_000)}>`],
  ['an element that is taken out', `<p>a</p><object${'a'.repeat(100_000)}></object>`],
  ['a footnote', `[^${'a'.repeat(900)}]: x`],
])('%s without an end is told of in a sentence, not in a megabyte', async (_, content) => {
  const [found, ...others] = await findings(content);
  expect(found?.message.length).toBeLessThan(300);
  expect(others).toEqual([]);
});

test('no text makes it throw, and each is told of in order, within its lines', async () => {
  const piece = fc.constantFrom(
    ...[
      '<¦>¦<!--¦-->¦</b>¦[¦]¦](¦)¦[^1]¦~¦*¦**¦__¦`¦```\n¦|¦|-|¦\n¦\n\n¦\r¦^¦\\¦\\(¦@¦a¦H¦2¦"¦=',
      'javascript:¦<script>¦:::¦---¦\u{1F600}¦\uD800¦\0¦<b ¦[^1]: ¦    ¦> ¦- ¦# ¦ ¦<p ¦<a href="',
    ].flatMap((line) => line.split('¦')),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => {
      const content = pieces.join('');
      const lines = content.split(/\r\n|\r|\n/).length;
      const found = await findings(content);
      const places = found.map(({ line }) => line);
      expect(places).toEqual([...places].sort((a, b) => a - b));
      for (const { line, column = 1, message } of found) {
        expect(line).toBeGreaterThanOrEqual(1);
        expect(line).toBeLessThanOrEqual(lines);
        expect(column).toBeGreaterThanOrEqual(1);
        expect(message.isWellFormed()).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});
