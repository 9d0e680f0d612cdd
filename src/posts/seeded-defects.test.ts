import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { makeApp } from '../../test/make-app.ts';
import { input } from '../../test/make-posts.ts';
import { createPost } from '../../test/save-posts.ts';
import { failureOf, unwrap } from '../../test/unwrap.ts';
import type { Result } from '../server/failure.ts';
import type { Finding } from '../text/finding.ts';
import { previewBody } from './preview.ts';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

/** `at` is the line of `lines` that the finding names; null for those of the post as a whole. */
type Defect = [code: string, severity: string, lines: string, at: number | null];

const DEFECTS: readonly Defect[] = JSON.parse(read('seeded-defects.json'));

/** A text with these becomes public when its writer says so. */
const ACKNOWLEDGED = ['heading-level-skipped', 'link-to-draft', 'picture-without-alt'].concat(
  'text-as-tag',
  'uncited-reference',
);

/** The text with all of them, an empty line after each, and what is found. Findings of references are told at the first line. */
function seed(defects: readonly Defect[]) {
  const lines: string[] = [];
  const expected = defects.map(([code, severity, text, at]) => {
    const line = at === null ? 1 : lines.length + at;
    if (text !== '') lines.push(...text.trimEnd().split('\n'), '');
    return `${line} ${severity} ${code}`;
  });
  return { content: lines.join('\n').trimEnd(), expected: expected.sort() };
}

const REFERENCES = [
  { key: 'cited', title: 'Cited', url: 'https://example.org/a' },
  { key: 'unused', title: 'Never cited', url: 'https://doi.org/10.1000/182' },
  { key: 'typo', title: 'Not a DOI', url: 'https://doi.org/11.1000/182' },
  { key: 'typo', title: 'The same key', url: 'https://example.org/d' },
];
const CHENG = {
  ...{ key: 'cheng1973', title: 'Cheng' },
  url: 'https://doi.org/10.1016/0006-2952(73)90196-2',
};

function findingsOf(result: Result<{ findings: Finding[] }>): Finding[] {
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value.findings;
}

it('the check before publishing finds exactly the eighteen defects of a post, keeps it from readers for what they would miss, and finds nothing in a clean one', async () => {
  const { site } = await makeApp();
  unwrap(await createPost(site, input({ title: 'A draft', status: 'draft' })));
  const check = async (content: string, references: object[]) => {
    const cited = references as typeof REFERENCES;
    const post = input({ title: 'T', content, references: cited });
    return findingsOf(await previewBody(site, post))
      .map(({ line, severity, code }) => `${line} ${severity} ${code}`)
      .sort();
  };
  const { content, expected } = seed(DEFECTS);
  const codes = DEFECTS.map(([code]) => code);
  expect(new Set(codes).size).toBe(18);
  expect(await check(content, REFERENCES)).toEqual(expected);
  expect(await check(read('clean-post.md'), [CHENG])).toEqual([]);

  const post = input({ title: 'A', content, references: REFERENCES, isResearch: true });
  const refused = failureOf(await createPost(site, post));
  const types = 'issues' in refused ? refused.issues.map(({ type }) => type) : [];
  expect(types.sort()).toEqual(codes.filter((code) => !ACKNOWLEDGED.includes(code)).sort());
  const draft = unwrap(await createPost(site, { ...post, status: 'draft' }));
  expect(draft.content).toBe(content);

  // Its writer has read the others.
  const others = seed(DEFECTS.filter(([code]) => ACKNOWLEDGED.includes(code)));
  const cited = { content: `${others.content} [@cited]`, references: REFERENCES.slice(0, 2) };
  const published = findingsOf(await createPost(site, input({ title: 'B', ...cited })));
  const told = new Set(published.map(({ code }) => code));
  expect([...told].sort()).toEqual(ACKNOWLEDGED);
});
