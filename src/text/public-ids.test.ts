import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderBody } from '../rendering/body.ts';
import { publicId } from './public-ids.ts';

const bodyOf = async (content: string) => (await renderBody(content)).html;
const idsIn = (html: string) => [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);

describe('the place in a post that a link leads to', () => {
  it.each([
    ['## What was fitted', 'what-was-fitted'],
    ['## Methods', 'section-methods'],
    ['## Sign up', 'section-sign-up'],
    ['## Term 1', 'section-term-1'],
    ['## 方法', 'section-方法'],
    ['<h2 id="location">Where</h2>', 'section-location'],
    ['<p id="-x-y">Text</p>', 'section--x-y'],
  ])('has a plain name that no script and no part of the page has: %s', async (content, id) => {
    expect(idsIn(await bodyOf(content))).toEqual([id]);
  });

  it('is found by the links of the author, in whichever form they are written', async () => {
    const links = ['methods', 'section-methods', 'user-content-methods', 'next-steps'];
    const content = `${links.map((id) => `[x](#${id})`).join('\n')}\n\n## Methods\n\n## Next steps`;
    const { html, findings } = await renderBody(content);
    expect([...html.matchAll(/<a href="([^"]*)">x/g)].map(([, href]) => href)).toEqual([
      '#section-methods',
      '#section-methods',
      '#section-methods',
      '#next-steps',
    ]);
    expect(findings).toEqual([]);
  });

  it('is one place: of two names that would be the same, the second keeps its prefix', async () => {
    const html = await bodyOf('[a](#a) [b](#section-a)\n\n## A\n\n<p id="section-a">B</p>');
    expect(idsIn(html)).toEqual(['section-a', 'user-content-section-a']);
    expect(html).toContain('<a href="#section-a">a</a> <a href="#user-content-section-a">b</a>');
  });

  it('is described by what is named with it', async () => {
    const html = await bodyOf('<p id="p" aria-describedby="q">A</p><p id="q">B</p>');
    expect(html).toContain('aria-describedby="section-q"');
  });
});

it('no part of a page has an id that a heading may get', () => {
  const folder = 'src';
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.tsx') && !file.includes('.test.'),
  );
  const ids = files.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/\bid=(?:"|\{`)(\w+-[\w-]*)/g)].map(
      ([, id = '']) => id,
    ),
  );
  expect(ids).toContain('sign-up');
  for (const id of ids) expect.soft(publicId(`user-content-${id}`), id).not.toBe(id);
});
