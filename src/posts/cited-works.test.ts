import { expect, it } from 'vitest';
import { insertPost } from '../../test/insert-post.ts';
import { makeMemoryDatabase, makeTestSite } from '../../test/make-site.ts';
import { exportWorks, findWorks } from '../science/references/cited-works.ts';
import type { Reference } from '../science/references/reference.ts';
import { citedReferences } from './reading.ts';

const reference = (values: Partial<Reference>): Reference => ({
  ...{ title: '', url: '', description: '', type: 'article' },
  ...values,
});

const CHENG = reference({
  title: 'The “inhibition constant”',
  url: 'https://doi.org/10.1016/0006-2952(73)90196-2',
  key: 'cheng1973',
  csl: {
    type: 'article-journal',
    title: 'The “inhibition constant”',
    author: [{ family: 'Chéng', given: 'Yung-Chi' }, { family: 'Prusoff' }],
    issued: { 'date-parts': [[1973]] },
    DOI: '10.1016/0006-2952(73)90196-2',
  },
});
const LINK = reference({ title: 'Constants', url: 'http://DOI.org/10.1016/0006-2952(73)90196-2' });
const BOOK = reference({ title: 'Kinases & co.', type: 'book', key: 'cheng1973' });

async function citing(lists: Reference[][]) {
  const db = makeMemoryDatabase();
  for (const [index, references] of lists.entries()) {
    const date = new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString();
    const status = index % 2 === 0 ? 'draft' : 'published';
    const cited = JSON.stringify(references);
    await insertPost(db.query, { id: `post-${index}`, status, date, references: cited });
  }
  const site = makeTestSite({ db });
  return {
    exportCitedWorks: () => exportWorks(citedReferences(site)),
    searchCitedWorks: (typed: string, signal?: AbortSignal) =>
      findWorks(citedReferences(site, signal), typed),
  };
}

it('the works that posts cite are offered in the next post by key, title, author, year and DOI, drafts’ too', async () => {
  const { searchCitedWorks } = await citing([[CHENG], [], [BOOK]]);
  const titles = async (typed: string) => (await searchCitedWorks(typed)).map(({ title }) => title);
  expect(await titles('')).toEqual([BOOK.title, CHENG.title]);
  expect(await titles('[@cheng1973')).toEqual([BOOK.title, CHENG.title]);
  for (const typed of [
    '“INHIBITION',
    'chéng prusoff',
    '1973 yung-chi',
    'doi:10.1016/0006-2952(73)90196-2',
    'https://doi.org/10.1016/0006-2952(73)90196-2',
  ]) {
    expect([typed, await titles(typed)]).toEqual([typed, [CHENG.title]]);
  }
  expect(await titles('kinases &')).toEqual([BOOK.title]);
  expect(await titles('100%')).toEqual([]);
  expect(await searchCitedWorks('', AbortSignal.abort())).toEqual([]);
});

it('the works that posts cite are one work where posts cite it twice, with all that any of them knows', async () => {
  const { searchCitedWorks, exportCitedWorks } = await citing([[CHENG], [LINK], [BOOK, LINK]]);
  expect(await searchCitedWorks('')).toEqual([BOOK, CHENG]);
  let bib = '';
  for await (const entry of exportCitedWorks()) bib += entry;
  expect(bib.match(/^@.*/gm)).toEqual(['@article{cheng1973,', '@book{cheng1973a,']);
  expect(bib).toContain('author = {Chéng, Yung-Chi and Prusoff},');
  expect(bib).not.toContain('url = {},');
});
