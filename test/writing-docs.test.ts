import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { renderBody } from '../src/rendering/body.ts';

const text = readFileSync(new URL('../docs/writing.md', import.meta.url), 'utf8');
const examples = [...text.matchAll(/^````markdown\n([\s\S]*?)^````$/gm)].map(
  ([, body = '']) => body,
);

it('docs/writing.md has examples', () => {
  expect(examples.length).toBeGreaterThan(6);
});

it.each(examples)(
  'a writer who copies this from docs/writing.md is told of no fault: %s',
  async (example) => {
    const { findings } = await renderBody(example);
    // The text around an example refers to it.
    expect(findings.filter(({ code }) => code !== 'label-not-referred')).toEqual([]);
  },
);
