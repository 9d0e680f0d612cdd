import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/engines.ts';
import { makeApp } from '../../../test/make-app.ts';
import { unwrap } from '../../../test/unwrap.ts';
import { glossaryTerms } from '../../content/glossary.ts';
import { postInputSchema } from '../../posts/post-input.ts';
import { renderBody } from '../../rendering/body.ts';
import type { Database } from '../../server/db/connect.ts';
import { TERM_LIMITS, type TermFields } from './term.ts';

const BY = { by: 'editor@site.test' };
const NEVER = new AbortController().signal;

const post = (slug: string, content: string, status: 'draft' | 'published' = 'published') =>
  postInputSchema.parse({ title: `Post ${slug}`, slug, content, status });

const term = (name: string, fields: Partial<TermFields> = {}): TermFields => ({
  term: name,
  category: 'Pharmacology',
  definition: `What ${name} is.`,
  synonyms: [],
  relatedTerms: [],
  ...fields,
});

async function makeSite(db: Database) {
  const app = await makeApp({ db });
  const { services } = app;
  /** The first mentions in a post, as words and definition. */
  async function mentions(slug: string) {
    const read = await services.posts.anyPost(slug);
    return read?.terms?.map(
      ({ definition, start, end }) => `${read.contentHtml.slice(start, end)}: ${definition}`,
    );
  }
  const uses = async () =>
    Object.fromEntries(
      (await services.glossary.glossary())
        .filter(({ postCount }) => postCount > 0)
        .map(({ term: name, posts, postCount }) => [
          name,
          [...posts.map(({ slug }) => slug), postCount],
        ]),
    );
  const renderAgain = () => services.posts.renderOutdated(NEVER);
  const { accounts, glossary, posts, now } = services;
  return { ...app, ...accounts, ...glossary, ...posts, now, mentions, uses, renderAgain };
}

describeEachEngine('the glossary', (makeDatabase) => {
  it('begins with the specified terms, once: what administrators change stays changed', async () => {
    const site = await makeSite(await makeDatabase());
    expect(await site.glossary()).toEqual([]);
    await site.seedGlossary(glossaryTerms);
    const seeded = await site.glossary();
    expect(
      seeded.map(({ term: name, category, definition, relatedTerms }) => ({
        term: name,
        category,
        definition,
        relatedTerms,
      })),
    ).toEqual(glossaryTerms);
    for (const { id, version } of seeded) unwrap(await site.removeTerm(id, { ...BY, version }));
    await site.seedGlossary(glossaryTerms);
    expect(await site.glossary()).toEqual([]);
  });

  it('keeps the edit that came first, and shows it to the other', async () => {
    const site = await makeSite(await makeDatabase());
    const { id } = unwrap(await site.addTerm(term('IC50'), BY));
    const edits = await Promise.all(
      ['A', 'B'].map((definition) =>
        site.editTerm(id, term('IC50', { definition }), { ...BY, version: 1 }),
      ),
    );
    expect(edits.map(({ ok }) => ok).sort()).toEqual([false, true]);
    const refused = edits.find(({ ok }) => !ok);
    const [stored] = await site.glossary();
    expect(refused).toMatchObject({
      failure: { kind: 'conflict', current: { definition: stored?.definition, version: 2 } },
    });
    expect(await site.removeTerm(id, { ...BY, version: 1 })).toMatchObject({
      failure: { kind: 'conflict' },
    });
    unwrap(await site.removeTerm(id, { ...BY, version: 2 }));
    expect(await site.editTerm(id, term('IC50'), { ...BY, version: 2 })).toMatchObject({
      failure: { kind: 'not-found' },
    });
  });

  it('has one term for each spelling, related terms that exist, and a limit', async () => {
    const site = await makeSite(await makeDatabase());
    unwrap(await site.addTerm(term('IC50', { synonyms: ['half-maximal concentration'] }), BY));
    for (const [fields, field] of [
      [term('ic₅₀'), 'term'],
      [term('Half-Maximal  concentration'), 'term'],
      [term('EC50', { synonyms: ['IC50'] }), 'synonyms'],
      [term('EC50', { relatedTerms: ['EC50'] }), 'relatedTerms'],
      [term('EC50', { relatedTerms: ['Ki'] }), 'relatedTerms'],
    ] as const) {
      expect(await site.addTerm(fields, BY)).toMatchObject({
        failure: { kind: 'invalid', issues: [{ loc: ['body', field] }] },
      });
    }
    const added = await Promise.all(['Same', 'Same'].map((name) => site.addTerm(term(name), BY)));
    expect(added.map(({ ok }) => ok).sort()).toEqual([false, true]);
    const rows = Array.from({ length: TERM_LIMITS.terms - 2 }, (_, i) => ({
      id: `t${i}`,
      term: `Term ${i}`,
      category: 'AI/ML',
      definition: 'x',
      synonyms: '[]',
      related: '[]',
      position: i,
      version: 1,
      updated_at: site.now(),
    }));
    await site.db.query.insertInto('glossary_terms').values(rows).execute();
    expect(await site.addTerm(term('One more'), BY)).toMatchObject({
      failure: { kind: 'conflict' },
    });
  });

  it('follows a renamed term, and leaves a removed one out, where it is related', async () => {
    const site = await makeSite(await makeDatabase());
    const { id } = unwrap(await site.addTerm(term('Old name'), BY));
    unwrap(await site.addTerm(term('IC50', { relatedTerms: ['old NAME'] }), BY));
    unwrap(await site.editTerm(id, term('New name'), { ...BY, version: 1 }));
    expect((await site.glossary()).map(({ relatedTerms }) => relatedTerms)).toEqual([
      [],
      ['New name'],
    ]);
    unwrap(await site.removeTerm(id, { ...BY, version: 2 }));
    expect((await site.glossary()).map(({ relatedTerms }) => relatedTerms)).toEqual([[]]);
  });

  it('records in the audit log who changed which term', async () => {
    const site = await makeSite(await makeDatabase());
    const { id } = unwrap(await site.addTerm(term('IC50'), BY));
    site.clock.advance(1);
    unwrap(await site.editTerm(id, term('IC90'), { ...BY, version: 1 }));
    site.clock.advance(1);
    unwrap(await site.removeTerm(id, { ...BY, version: 2 }));
    const { events } = await site.auditTrail({ limit: 10 });
    expect(events.map(({ action, actor, subject }) => [action, actor, subject])).toEqual([
      ['term-removed', BY.by, 'IC90'],
      ['term-edited', BY.by, 'IC90'],
      ['term-added', BY.by, 'IC50'],
    ]);
  });
});

describeEachEngine('a change of the glossary', (makeDatabase) => {
  it('reaches the posts, which otherwise stay as they were', async () => {
    const site = await makeSite(await makeDatabase());
    const { mentions, renderAgain, uses } = site;
    await site.createPost(post('a', 'The IC<sub>50</sub> and the Ki.'));
    const before = await site.anyPost('a');
    const revisions = await site.revisionsOf('a');
    site.clock.advance(60_000);
    const { id } = unwrap(await site.addTerm(term('IC50'), BY));
    expect(await mentions('a')).toBeUndefined();
    await renderAgain();
    expect(await mentions('a')).toEqual(['IC<sub>50</sub>: What IC50 is.']);
    expect(await uses()).toEqual({ IC50: ['a', 1] });

    // The definition counts at once: it is not in the HTML.
    const redefined = term('IC50', { definition: 'Another.' });
    unwrap(await site.editTerm(id, redefined, { ...BY, version: 1 }));
    expect(await mentions('a')).toEqual(['IC<sub>50</sub>: Another.']);

    const respelled = term('Inhibition constant', { synonyms: ['Ki'] });
    unwrap(await site.editTerm(id, respelled, { ...BY, version: 2 }));
    await renderAgain();
    expect(await mentions('a')).toEqual(['Ki: What Inhibition constant is.']);

    unwrap(await site.removeTerm(id, { ...BY, version: 3 }));
    expect(await mentions('a')).toEqual([]);
    await renderAgain();
    expect(await mentions('a')).toBeUndefined();
    expect(await site.anyPost('a')).toEqual(before);
    expect(await site.revisionsOf('a')).toEqual(revisions);
  });

  it('is found after data to download, whose links know the post', async () => {
    const site = await makeSite(await makeDatabase());
    unwrap(await site.addTerm(term('IC50'), BY));
    unwrap(await site.addTerm(term('Ki'), BY));
    const content = 'The IC50.\n\n```csv {#tbl-a}\nx\n1\n```\n\nThe Ki, here.';
    unwrap(await site.createPost(post('with-data', content)));
    expect(await site.mentions('with-data')).toEqual(['IC50: What IC50 is.', 'Ki: What Ki is.']);
  });

  it('is told to other processes, which show pages of their own', async () => {
    const site = await makeSite(await makeDatabase());
    const counter = async () =>
      (await site.db.query.selectFrom('post_changes').select('changes').executeTakeFirstOrThrow())
        .changes;
    const before = await counter();
    const { id } = unwrap(await site.addTerm(term('IC50'), BY));
    unwrap(await site.editTerm(id, term('IC50', { definition: 'x' }), { ...BY, version: 1 }));
    unwrap(await site.removeTerm(id, { ...BY, version: 2 }));
    expect(await counter()).toBe(before + 3);
    await site.editTerm(id, term('IC50'), { ...BY, version: 9 });
    expect(await counter()).toBe(before + 3);
  });

  it('during a save is not lost: the post is rendered again', async () => {
    const db = await makeDatabase();
    let duringRender = async () => undefined as unknown;
    const app = await makeApp({
      db,
      render: async (content, options) => {
        const body = await renderBody(content, options);
        await duringRender();
        return body;
      },
    });
    duringRender = async () => {
      duringRender = async () => undefined;
      unwrap(await app.services.glossary.addTerm(term('IC50'), BY));
    };
    unwrap(await app.services.posts.createPost(post('a', 'IC50')));
    expect((await app.services.posts.anyPost('a'))?.terms).toBeUndefined();
    await app.services.posts.renderOutdated(NEVER);
    expect((await app.services.posts.anyPost('a'))?.terms).toHaveLength(1);
  });
});

describeEachEngine('the glossary names with a term', (makeDatabase) => {
  it('the newest public posts that mention it: no draft, none ahead, none in the trash', async () => {
    const site = await makeSite(await makeDatabase());
    unwrap(await site.addTerm(term('IC50'), BY));
    unwrap(await site.addTerm(term('Ki'), BY));
    unwrap(await site.createPost(post('draft', 'IC50', 'draft')));
    unwrap(
      await site.createPost({ ...post('ahead', 'IC50'), publishDate: '2027-01-01T00:00:00.000Z' }),
    );
    expect(await site.uses()).toEqual({});
    for (const slug of ['a', 'b', 'c', 'd']) {
      site.clock.advance(60_000);
      unwrap(await site.createPost(post(slug, `IC50 in ${slug}`)));
    }
    expect(await site.uses()).toEqual({ IC50: ['d', 'c', 'b', 4] });
    const b = await site.anyPost('b');
    unwrap(await site.editPost('b', post('b', 'Ki'), { by: BY.by, etag: b?.etag }));
    unwrap(await site.removePost('d', { by: BY.by }));
    expect(await site.uses()).toEqual({ IC50: ['c', 'a', 2], Ki: ['b', 1] });
    const [trashed] = (await site.trashedPosts({ limit: 10 })).posts;
    unwrap(await site.restorePost(String(trashed?.id), { by: BY.by }));
    expect(await site.uses()).toEqual({ IC50: ['d', 'c', 'a', 3], Ki: ['b', 1] });
  });

  it('no changes that are not public yet; who has their preview link sees their definitions', async () => {
    const site = await makeSite(await makeDatabase());
    unwrap(await site.addTerm(term('IC50'), BY));
    unwrap(await site.createPost(post('a', 'Text')));
    const { status: _, ...input } = post('a', 'Changed IC50');
    unwrap(await site.saveChanges('a', input, { by: BY.by, publishAt: null }));
    expect(await site.uses()).toEqual({});
    unwrap(await site.addAdministrator(BY.by));
    const { token } = unwrap(await site.createPreviewLink('a', { by: BY.by, days: 1 }));
    expect((await site.openPreviewLink(token))?.post.terms).toHaveLength(1);
    expect((await site.changesOf('a'))?.post.terms).toHaveLength(1);
    expect((await site.publishedPost('a'))?.terms).toBeUndefined();
  });
});
