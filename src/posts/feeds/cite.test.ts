import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeApp } from '../../../test/make-app.ts';
import { input } from '../../../test/make-posts.ts';
import { createPost } from '../../../test/save-posts.ts';
import { profile } from '../../content/profile.ts';
import { readPasted } from '../../science/references/read-pasted.ts';
import { authorInputSchema } from '../authors/author-input.ts';
import { addAuthor } from '../authors/authors.ts';
import type { PostDraft } from '../post-input.ts';
import { removePost } from '../trash.ts';

const HOSTILE = '</script>"\'}{\\\r\nER  - \n@book{x, <img src=x onerror=1> & %0d%0a \u2028 🧪';

async function publish(fields: Partial<PostDraft> = {}) {
  const app = await makeApp();
  const write = (more: Partial<PostDraft>) => {
    const draft = { title: 'On binding', slug: 'on-binding', ...fields, ...more };
    return createPost(app.site, input(draft));
  };
  await write({});
  return { ...app, write };
}

const TYPES = {
  bib: 'application/x-bibtex',
  ris: 'application/x-research-info-systems',
  json: 'application/vnd.citationstyles.csl+json',
};

describe('a post as a reference', () => {
  it.each(Object.entries(TYPES))('is a file for reference managers: .%s', async (ending, type) => {
    const { get } = await publish({
      author: 'Anna van den Berg and J. Smith',
      publishDate: '2026-02-03T20:00:00.000Z',
      tags: ['Assays', 'Data'],
    });
    const answer = await get(`/blog/on-binding/cite.${ending}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Content-Type')).toBe(`${type}; charset=utf-8`);
    expect(answer.headers.get('Content-Disposition')).toContain(`filename="on-binding.${ending}"`);
    expect(answer.headers.get('Link')).toBe('<https://site.test/blog/on-binding>; rel="describes"');
    expect(answer.headers.get('Cache-Control')).toContain('s-maxage');
    const { works: records, refusals } = readPasted(await answer.text());
    expect(refusals).toEqual([]);
    const [{ key, csl } = { key: '', csl: null }] = records;
    expect(key).toBe('on-binding');
    expect(csl).toMatchObject({
      title: 'On binding',
      author: [{ literal: 'Anna van den Berg' }, { literal: 'J. Smith' }],
      'container-title': profile.blog.title,
      publisher: profile.name,
      // The day in Brisbane.
      issued: { 'date-parts': [[2026, 2, 4]] },
      URL: 'https://site.test/blog/on-binding',
      language: 'en-AU',
    });
  });

  it('names its authors by family and given name where a record says them, else whole', async () => {
    const { site, get, write } = await publish();
    for (const [name, familyName] of [
      ['José Luis García Márquez', 'García Márquez'],
      ['Marcus Leon Hale Jr.', 'Hale'],
      ['Anna van den Berg', 'van den Berg'],
      ['Mao Zedong', 'Mao'],
      ['山田太郎', '山田'],
    ]) {
      await addAuthor(site, authorInputSchema.parse({ name, familyName }), { by: 'a@site.test' });
    }
    const group = authorInputSchema.parse({ name: 'WHO Working Group', kind: 'group' });
    await addAuthor(site, group, { by: 'a@site.test' });
    const byAuthor: [string, object[]][] = JSON.parse(
      readFileSync(new URL('cited-authors.json', import.meta.url), 'utf8'),
    );
    for (const [author, expected] of byAuthor) {
      expect((await removePost(site, 'on-binding')).ok).toBe(true);
      await write({ author });
      const [item] = await (await get('/blog/on-binding/cite.json')).json();
      expect(item.author).toEqual(expected);
    }
  });

  it('has no line that a title could end or begin', async () => {
    const { get } = await publish({ title: HOSTILE, author: HOSTILE, tags: [HOSTILE] });
    const title = HOSTILE.replace(/[\s\u2028]+/g, ' ').trim();
    for (const ending of Object.keys(TYPES)) {
      const text = await (await get(`/blog/on-binding/cite.${ending}`)).text();
      const { works: records, refusals } = readPasted(text);
      expect([refusals, records.map(({ csl }) => csl?.title)], ending).toEqual([[], [title]]);
      if (ending === 'ris') expect(text.match(/^ER {2}- /gm)).toHaveLength(1);
      if (ending === 'bib') expect(text.match(/^@/gm)).toHaveLength(1);
    }
  });
});
