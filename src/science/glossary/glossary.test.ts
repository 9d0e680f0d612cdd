import { expect, it } from 'vitest';
import { boundTo } from '../../../test/bound-to.ts';
import { describeEachEngine } from '../../../test/engines.ts';
import { makeApp } from '../../../test/make-app.ts';
import { makeMemoryDatabase } from '../../../test/make-site.ts';
import { unwrap } from '../../../test/unwrap.ts';
import { readAuditTrail } from '../../accounts/audit.ts';
import { glossaryTerms } from '../../content/glossary.ts';
import { addTerm, editTerm, listTerms, removeTerm, storedTerms } from './glossary.ts';
import { TERM_LIMITS, type TermFields } from './term.ts';

const BY = { by: 'editor@site.test' };

const term = (name: string, fields: Partial<TermFields> = {}): TermFields => ({
  term: name,
  category: 'Pharmacology',
  definition: `What ${name} is.`,
  synonyms: [],
  relatedTerms: [],
  ...fields,
});

async function makeSite(db = makeMemoryDatabase()) {
  const app = await makeApp({ db });
  const { site } = app;
  return {
    ...app,
    ...boundTo(site, { auditTrail: readAuditTrail }),
    ...boundTo(site, { glossary: listTerms, addTerm, editTerm, removeTerm }),
    seedGlossary: (seeds: typeof glossaryTerms) => storedTerms.seed(site, seeds),
    now: site.now,
  };
}

it('the glossary begins with the specified terms, once: what administrators change stays changed', async () => {
  const site = await makeSite();
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

it('a related term follows a new name, and is left out when it is removed', async () => {
  const site = await makeSite();
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

it('the audit log says who changed which term, and other processes are told of each change', async () => {
  const site = await makeSite();
  const counter = async () =>
    (await site.db.query.selectFrom('post_changes').select('changes').executeTakeFirstOrThrow())
      .changes;
  const before = await counter();
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
  await site.editTerm(id, term('IC50'), { ...BY, version: 9 });
  expect(await counter()).toBe(before + 3);
});

describeEachEngine('the glossary', (makeDatabase) => {
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
});
