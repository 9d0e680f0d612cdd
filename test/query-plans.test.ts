import { CompiledQuery } from 'kysely';
import { expect, it } from 'vitest';
import { sendDueIssues } from '../src/newsletter/sending.ts';
import { renderOutdated } from '../src/posts/outdated-renders.ts';
import { postInputSchema } from '../src/posts/post-input.ts';
import { freezeVersion } from '../src/posts/record/records.ts';
import { publishDueChanges } from '../src/posts/unpublished-changes.ts';
import type { Database } from '../src/server/db/connect.ts';
import { isFile, loadPage } from './load-page.ts';
import { makeApp, type TestApp } from './make-app.ts';
import { makeMemoryDatabase } from './make-site.ts';
import { readTable } from './read-table.ts';
import { createPost, editPost } from './save-posts.ts';
import { unwrap } from './unwrap.ts';

/** Tables that stay small: a row a process, key, person, term or letter, or a post that somebody is at work on. */
const SMALL = new Set([
  'secrets',
  'post_changes',
  'glossary_state',
  'authors',
  'glossary_terms',
  'newsletter_issues',
]);

/** The uses of terms, the bylines and the index of molecules, which are read once for each change of posts (`until-posts-change.ts`). */
const COUNTED_ONCE =
  /group by "term_id"|group by "author"|select "inchikey", "inchi", "smiles", "formula", "name"/;

/** What strangers can ask for, each with its parameters. */
const TARGETS = readTable(new URL('many-posts-targets.tsv', import.meta.url)).flat();

it('a site with many posts reads no table from end to end for a reader or in the background, so that it stays as fast', async () => {
  const { database, queries } = collecting(makeMemoryDatabase());
  const app = await makeApp({ db: database });
  await writePosts(app);
  queries.clear();
  for (const target of TARGETS) {
    if (isFile(target)) await app.get(target);
    else await loadPage(target, app.site);
  }
  await runJobs(app);
  const slow: string[] = [];
  const tables = await database.query.introspection.getTables();
  const growing = new Set(tables.map(({ name }) => name).filter((name) => !SMALL.has(name)));
  for (const [sql, query] of queries) {
    const read = await scans(database, query, growing);
    if (read.length > 0 && !COUNTED_ONCE.test(sql)) slow.push(`${read.join(', ')}: ${sql}`);
  }
  expect(queries.size).toBeGreaterThan(30);
  expect(slow).toEqual([]);
});

async function runJobs({ site, sendMails }: TestApp): Promise<void> {
  await publishDueChanges(site);
  await sendDueIssues(site);
  await renderOutdated(site, new AbortController().signal);
  await sendMails();
}

async function writePosts({ site }: TestApp): Promise<void> {
  const content = '```smiles\nCC(=O)Oc1ccccc1C(=O)O Aspirin\n```\n\nA kinase, and its IC50.';
  const input = postInputSchema.parse({
    title: 'A kinase',
    slug: 'former',
    content,
    tags: ['Assays'],
  });
  const { etag } = unwrap(await createPost(site, input));
  const freezing = { note: '', by: 'editor@site.test' };
  unwrap(await freezeVersion(site, 'former', { ...freezing, etag }));
  const edited = unwrap(await editPost(site, 'former', { ...input, slug: 'present' }));
  unwrap(await freezeVersion(site, 'present', { ...freezing, etag: edited.etag }));
}

/** A database that keeps what it is asked to read, by its text. */
function collecting(database: Database) {
  const queries = new Map<string, CompiledQuery>();
  const { query } = database;
  const collected = query.withPlugin({
    transformQuery: ({ node, queryId }) => {
      const compiled = query.getExecutor().compileQuery(node, queryId);
      if (/^\s*(?:select|with|update|delete)\b/i.test(compiled.sql)) {
        queries.set(compiled.sql, compiled);
      }
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { database: { ...database, query: collected }, queries };
}

/** The steps of its plan by which a query reads a table from end to end. A limit ends a walk along an index. */
async function scans(
  { query }: Database,
  { sql, parameters }: CompiledQuery,
  growing: Set<string>,
) {
  const isLimited = /\blimit\b/i.test(sql);
  const explain = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
  const { rows } = await query.executeQuery<{ detail: string }>(explain);
  return rows
    .map(({ detail }) => detail)
    .filter((detail) => {
      const [, table = '', index] =
        /^SCAN (\w+)(?:.*USING (?:COVERING )?(INDEX))?/.exec(detail) ?? [];
      const isWalk = index !== undefined && isLimited;
      return growing.has(table) && !isWalk && !/CONSTANT|VIRTUAL TABLE|SUBQUERY/.test(detail);
    });
}
