import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/engines.ts';
import { makeTestSite } from '../../../test/make-site.ts';
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

it('the glossary begins with the specified terms, once: what administrators change stays changed', async () => {
  const site = makeTestSite();
  expect(await listTerms(site)).toEqual([]);
  await storedTerms.seed(site, glossaryTerms);
  const seeded = await listTerms(site);
  expect(seeded).toMatchObject(glossaryTerms);
  for (const { id, version } of seeded) unwrap(await removeTerm(site, id, { ...BY, version }));
  await storedTerms.seed(site, glossaryTerms);
  expect(await listTerms(site)).toEqual([]);
});

it('a related term follows a new name, and is left out when it is removed', async () => {
  const site = makeTestSite();
  const { id } = unwrap(await addTerm(site, term('Old name'), BY));
  unwrap(await addTerm(site, term('IC50', { relatedTerms: ['old NAME'] }), BY));
  unwrap(await editTerm(site, id, term('New name'), { ...BY, version: 1 }));
  expect(await listTerms(site)).toMatchObject([{ id }, { relatedTerms: ['New name'] }]);
  unwrap(await removeTerm(site, id, { ...BY, version: 2 }));
  expect(await listTerms(site)).toMatchObject([{ relatedTerms: [] }]);
});

it('the audit log says who changed which term, and other processes are told of each change', async () => {
  let time = 0;
  const site = makeTestSite({ now: () => new Date(++time).toISOString() });
  const counter = async () =>
    (await site.db.query.selectFrom('post_changes').select('changes').executeTakeFirstOrThrow())
      .changes;
  const before = await counter();
  const { id } = unwrap(await addTerm(site, term('IC50'), BY));
  unwrap(await editTerm(site, id, term('IC90'), { ...BY, version: 1 }));
  unwrap(await removeTerm(site, id, { ...BY, version: 2 }));
  const { events } = await readAuditTrail(site, { limit: 10 });
  expect(events.map(({ action, actor, subject }) => [action, actor, subject])).toEqual([
    ['term-removed', BY.by, 'IC90'],
    ['term-edited', BY.by, 'IC90'],
    ['term-added', BY.by, 'IC50'],
  ]);
  await editTerm(site, id, term('IC50'), { ...BY, version: 9 });
  expect(await counter()).toBe(before + 3);
});

describeEachEngine('the glossary', (makeDatabase) => {
  it('keeps the edit that came first, and shows it to the other', async () => {
    const site = makeTestSite({ db: await makeDatabase() });
    const { id } = unwrap(await addTerm(site, term('IC50'), BY));
    const edits = await Promise.all(
      ['A', 'B'].map((definition) =>
        editTerm(site, id, term('IC50', { definition }), { ...BY, version: 1 }),
      ),
    );
    expect(edits.map(({ ok }) => ok).sort()).toEqual([false, true]);
    const [stored] = await listTerms(site);
    expect(edits.find(({ ok }) => !ok)).toMatchObject({
      failure: { kind: 'conflict', current: { definition: stored?.definition, version: 2 } },
    });
  });

  it('has one term for each spelling, related terms that exist, and a limit', async () => {
    const site = makeTestSite({ db: await makeDatabase() });
    unwrap(await addTerm(site, term('IC50', { synonyms: ['half-maximal concentration'] }), BY));
    for (const [fields, field] of [
      [term('ic₅₀'), 'term'],
      [term('Half-Maximal  concentration'), 'term'],
      [term('EC50', { synonyms: ['IC50'] }), 'synonyms'],
      [term('EC50', { relatedTerms: ['EC50'] }), 'relatedTerms'],
      [term('EC50', { relatedTerms: ['Ki'] }), 'relatedTerms'],
    ] as const) {
      expect(await addTerm(site, fields, BY)).toMatchObject({
        failure: { kind: 'invalid', issues: [{ loc: ['body', field] }] },
      });
    }
    const added = await Promise.all(['Same', 'Same'].map((name) => addTerm(site, term(name), BY)));
    expect(added.map(({ ok }) => ok).sort()).toEqual([false, true]);
    const full = Array.from({ length: TERM_LIMITS.terms }, (_, at) => ({
      ...term(`Term ${at}`),
      ...{ id: `t${at}`, version: 1, updatedAt: site.now() },
    }));
    await storedTerms.replace(site.db.query, full);
    expect(await addTerm(site, term('One more'), BY)).toMatchObject({
      failure: { kind: 'conflict' },
    });
  });
});
