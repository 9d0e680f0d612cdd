import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { Byline } from './article.tsx';

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
