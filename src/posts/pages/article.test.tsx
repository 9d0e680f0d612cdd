import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { XSS_VECTORS } from '../../../test/xss-vectors.ts';
import { renderBody } from '../../rendering/body.ts';
import { Byline, contentsOf, linkTerms, TermDefinitions } from './article.tsx';
import { Cover } from './cover.tsx';

const MENTION = { term: 'IC50', definition: 'Half.', start: 3, end: 18 };

it('the words of a mention stay beside its button: reader modes drop buttons', () => {
  const html = '<p>IC<sub>50</sub> of it</p>';
  expect(linkTerms(html, [MENTION])).toBe(
    '<p><span class="term">IC<sub>50</sub><button type="button" popovertarget="term-1" aria-label="Definition of IC50"></button></span> of it</p>',
  );
  expect(linkTerms(html, [])).toBe(html);
});

it('no term or definition becomes markup', () => {
  for (const { payload } of [...XSS_VECTORS, { payload: '"><script>alert(1)</script>' }]) {
    const terms = [{ ...MENTION, term: payload, definition: payload }];
    const words = linkTerms('<p>IC<sub>50</sub> of it</p>', terms);
    expect(words.match(/<[a-z]+/g)).toEqual(['<p', '<span', '<sub', '<button']);
    expect(words).not.toMatch(/"[^"=]*"[^\s>]/);
    const definitions = renderToStaticMarkup(<TermDefinitions terms={terms} />);
    const tags = new Set(definitions.match(/<[a-z]+/g));
    tags.delete('<span'); // around figures
    expect([...tags].sort()).toEqual(['<a', '<button', '<div', '<p', '<strong']);
  }
});

const record = (name: string) => ({
  ...{ slug: name.toLowerCase().replaceAll(' ', '-'), kind: 'person' as const, name },
  ...{ familyName: '', orcid: '', affiliation: '' },
});

/** Links as `[name](path)`. */
function shown(author: string, ...names: string[]): string {
  const byline = <Byline author={author} authors={names.map(record)} />;
  return renderToStaticMarkup(<MemoryRouter>{byline}</MemoryRouter>)
    .replace(/<a[^>]* href="([^"]*)"[^>]*>(.*?)<\/a>/g, '[$2]($1)')
    .replace(/<\/?bdi>/g, '');
}

it('leads each name of an author to their page, no other one, and keeps every letter', () => {
  expect(shown('Ada Bergström, Ada Berg and Ben', 'Ada Berg')).toBe(
    'Ada Bergström, [Ada Berg](/authors/ada-berg) and Ben',
  );
  expect(shown('Berg and Sons', 'Berg and Sons')).toBe('[Berg and Sons](/authors/berg-and-sons)');
  expect(shown('ada  BERG ;Ben', 'Ada Berg')).toBe('[ada  BERG](/authors/ada-berg) ;Ben');
  expect(shown('Nobody')).toBe('Nobody');
});

const ID = '0123456789abcdef0123456789abcdef';

it('a cover of our own library is loaded in the width that is needed, not in full', () => {
  const html = renderToStaticMarkup(<Cover src={`/media/${ID}/800x600.jpg`} />);
  expect(html).toContain(`srcSet="/media/${ID}/480.webp 480w, /media/${ID}/800.webp 800w"`);
  expect(html).toContain(`src="/media/${ID}/800x600.jpg"`);
});

it('a cover from elsewhere, or one that moves, is loaded as it is', () => {
  for (const src of ['https://a.test/x.png', '', `/media/${ID}/80x60-moving.gif`]) {
    expect(renderToStaticMarkup(<Cover src={src} />)).not.toMatch(/srcset/i);
  }
});

async function outlineOf(content: string): Promise<string[]> {
  return contentsOf((await renderBody(content)).html).map(({ level, id, text }) => {
    const words = text.map((each) =>
      typeof each === 'string' ? each : `[${each.tag} ${each.text}]`,
    );
    return level === 3 ? `- ${words.join('')}` : `${words.join('')} #${id}`;
  });
}

describe('a table of contents', () => {
  it('lists the headings of two levels, with what is raised and lowered, and no footnotes', async () => {
    const content =
      '# An IC<sub>50</sub> of 10<sup>−8</sup> M\n\n## *Cells* & `a<b>`\n\n### Deeper\n\n# B\n\n# C[^1]\n\n[^1]: D';
    expect(await outlineOf(content)).toEqual([
      'An IC[sub 50] of 10[sup −8] M #an-ic50-of-108-m',
      '- Cells & a<b>',
      'B #section-b',
      'C #section-c1',
    ]);
  });

  it('is none with three headings, and leaves out the parts where they are many', async () => {
    expect(await outlineOf('# A\n\n# B\n\n# C')).toEqual([]);
    expect(await outlineOf('# A\n\n## B\n\n'.repeat(21))).toHaveLength(21);
  });

  it('keeps the id that an author gave, and reads no markup of attributes', async () => {
    const heading = (id: string) => `<h2 id="${id}" title="</h2><b>">A</h2>\n`;
    expect(await outlineOf(['a&amp;b', 'c', 'd', 'e'].map(heading).join(''))).toEqual([
      'A #section-a&b',
      ...['c', 'd', 'e'].map((id) => `A #section-${id}`),
    ]);
  });
});
