import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { boundTo } from '../../test/bound-to.ts';
import { makeApp } from '../../test/make-app.ts';
import { input } from '../../test/make-posts.ts';
import { createPost } from '../../test/save-posts.ts';
import { unwrap } from '../../test/unwrap.ts';
import type { Finding } from '../text/finding.ts';

import type { PostDraft } from './post-input.ts';
import { previewBody } from './preview.ts';

type Defect = [
  code: string,
  severity: 'error' | 'warning',
  /** Followed by an empty line. */
  lines: string,
  /** The line of these that the finding names; null for those of the post as a whole. */
  at: number | null,
];

const ASPIRIN = 'CC(=O)Oc1ccccc1C(=O)O';

/** Found by the references, which have no line: told at the first. */
const REFERENCES = [
  { key: 'cited', title: 'Cited', url: 'https://example.org/a' },
  { key: 'unused', title: 'Never cited', url: 'https://doi.org/10.1000/182' },
  { key: 'typo', title: 'Not a DOI', url: 'https://doi.org/11.1000/182' },
  { key: 'typo', title: 'The same key', url: 'https://example.org/d' },
];

const DEFECTS: readonly Defect[] = [
  ['unreadable-structure', 'error', '```smiles\nc1ccccc\n```', 2],
  ['malformed-formula', 'error', 'So $x^2^3$ it is [@cited; @typo].', 1],
  ['formula-unclosed', 'error', 'Then $$y = 1 and no end.', 1],
  ['unknown-citation', 'error', 'As was found\nbefore [@smith2019].', 2],
  ['malformed-citation', 'error', '<p>See <code data-science="citation">nobody</code>.</p>', 1],
  ['unknown-label', 'error', 'Compare @fig-nowhere, @fig-one, @fig-curve and @tbl-a.', 1],
  ['duplicate-label', 'error', FIGURE('fig-one') + FIGURE('fig-one'), 5],
  ['malformed-label', 'error', `\`\`\`smiles {#osimertinib}\n${ASPIRIN}\n\`\`\``, 1],
  ['malformed-csv', 'error', '```csv {#tbl-a}\nA,B\n1,2\n3\n```', 4],
  [
    'no-curve',
    'error',
    '```dose-response {#fig-curve}\nconcentration (nM),signal (%)\n1,99\n10,91\n```',
    3,
  ],
  ['dead-link', 'error', 'Read\n[this](/blog/no-such-post).', 2],
  ['text-as-tag', 'error', 'The <IC50> of it.', 1],
  ['link-to-draft', 'warning', 'Or [that](/blog/a-draft).', 1],
  ['picture-without-alt', 'warning', '![](/images/x.png)', 1],
  ['heading-level-skipped', 'warning', '## Methods\n\n#### Cells', 3],
  ['malformed-doi', 'error', '', null],
  ['duplicate-key', 'error', '', null],
  ['uncited-reference', 'warning', '', null],
];

function FIGURE(label: string): string {
  return `\`\`\`smiles {#${label}}\n${ASPIRIN}\n\`\`\`\n`;
}

/** The text with all of them, and where each is. */
function seed(defects: readonly Defect[]) {
  const lines: string[] = [];
  const expected = defects.map(([code, severity, text, at]) => {
    const line = at === null ? 1 : lines.length + at;
    if (text !== '') lines.push(...text.trimEnd().split('\n'), '');
    return { line, severity, code };
  });
  return { content: lines.join('\n').trimEnd(), expected };
}

const CLEAN = readFileSync(new URL('clean-post.md', import.meta.url), 'utf8');

const CHENG = {
  key: 'cheng1973',
  title: 'Cheng',
  url: 'https://doi.org/10.1016/0006-2952(73)90196-2',
};

async function makePosts() {
  const { site } = await makeApp();
  unwrap(await createPost(site, input({ title: 'A draft', status: 'draft' })));
  return boundTo(site, { createPost, previewBody });
}

async function check(fields: Pick<PostDraft, 'content' | 'references'>): Promise<string[]> {
  const posts = await makePosts();
  const { content, references } = input({ title: 'T', ...fields });
  const checked = await posts.previewBody({ content, references });
  if (!checked.ok) throw new Error('It was not checked');
  return inWords(checked.value.findings);
}

function inWords(findings: readonly Pick<Finding, 'line' | 'severity' | 'code'>[]): string[] {
  return findings.map(({ line, severity, code }) => `${line} ${severity} ${code}`).sort();
}

/** A text with these becomes public when its writer says so. */
const ACKNOWLEDGED = ['text-as-tag', 'link-to-draft', 'picture-without-alt'].concat(
  'heading-level-skipped',
  'uncited-reference',
);

describe('the check before publishing', () => {
  it('finds exactly the eighteen defects of a post, each at its line', async () => {
    const { content, expected } = seed(DEFECTS);
    expect(new Set(expected.map(({ code }) => code)).size).toBe(18);
    expect(await check({ content, references: REFERENCES })).toEqual(inWords(expected));
  });

  it('keeps that post from readers for what they would miss, and as a draft keeps all of it', async () => {
    const posts = await makePosts();
    const { content } = seed(DEFECTS);
    const post = input({ title: 'A', content, references: REFERENCES, isResearch: true });
    const refused = await posts.createPost(post);
    if (refused.ok || !('issues' in refused.failure)) throw new Error('It was published');
    const types = refused.failure.issues.map(({ type }) => type);
    const blocking = DEFECTS.map(([code]) => code).filter((code) => !ACKNOWLEDGED.includes(code));
    expect(types.sort()).toEqual(blocking.sort());
    const draft = unwrap(await posts.createPost({ ...post, status: 'draft' }));
    expect(draft.content).toBe(content);
  });

  it('publishes a post with the other ones, once its writer has read them', async () => {
    const posts = await makePosts();
    const { content } = seed(DEFECTS.filter(([code]) => ACKNOWLEDGED.includes(code)));
    const references = REFERENCES.slice(0, 2);
    const post = input({
      title: 'A',
      content: `${content} [@cited]`,
      references,
      isResearch: true,
    });
    const published = await posts.createPost(post);
    if (!published.ok) throw new Error('It was refused');
    const codes = new Set(published.value.findings.map(({ code }) => code));
    expect([...codes].sort()).toEqual([...ACKNOWLEDGED].sort());
  });

  it('finds nothing in a clean post with science of each kind', async () => {
    expect(await check({ content: CLEAN, references: [CHENG] })).toEqual([]);
  });
});
