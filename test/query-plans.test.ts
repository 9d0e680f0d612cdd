import { CompiledQuery } from 'kysely';
import { expect, it } from 'vitest';
import { sendDueIssues } from '../src/newsletter/sending.ts';
import { renderOutdated } from '../src/posts/outdated-renders.ts';
import { postInputSchema } from '../src/posts/post-input.ts';
import { freezeVersion } from '../src/posts/record/records.ts';
import { publishDueChanges } from '../src/posts/unpublished-changes.ts';
import type { Database, Engine } from '../src/server/db/connect.ts';
import { describeEachEngine } from './engines.ts';
import { isFile, loadPage } from './load-page.ts';
import { makeApp, type TestApp } from './make-app.ts';
import { readTable } from './read-table.ts';
import { createPost, editPost } from './save-posts.ts';
import { unwrap } from './unwrap.ts';

/** Tables that stay small: a row a process, key, person, term or letter, or a post that somebody is at work on. */
const SMALL = new Set([
  'secrets',
  'post_changes',
  'glossary_state',
  'users',
  'authors',
  'glossary_terms',
  'newsletter_issues',
  'schema_version',
]);

/** The uses of terms, the bylines and the index of molecules, which are read once for each change of posts (`until-posts-change.ts`). */
const COUNTED_ONCE =
  /group by "term_id"|group by "author"|select "inchikey", "inchi", "smiles", "formula", "name"/;

/** What strangers can ask for, each with its parameters. */
const TARGETS = readTable(new URL('many-posts-targets.tsv', import.meta.url)).flat();

describeEachEngine('a site with many posts', (makeDatabase, { engine }) => {
  it('reads no table from end to end for a reader or in the background, so that it stays as fast', async () => {
    const { database, queries } = collecting(await makeDatabase());
    const app = await makeApp({ db: database });
    await writePosts(app);
    queries.clear();
    for (const target of TARGETS) {
      if (isFile(target)) await app.get(target);
      else await loadPage(target, app.site);
    }
    await runJobs(app);
    if (engine === 'postgres') {
      await forgetSizes(database);
      await fillPosts(database);
    }
    const slow: string[] = [];
    const tables = await database.query.introspection.getTables();
    const growing = new Set(tables.map(({ name }) => name).filter((name) => !SMALL.has(name)));
    for (const [sql, query] of queries) {
      const scanned = (await scans(database, engine, query)).filter(({ table }) =>
        growing.has(table),
      );
      const read = scanned.map(({ table, by }) => `${table} by ${by}`).join(', ');
      if (scanned.length > 0 && !COUNTED_ONCE.test(sql)) slow.push(`${read}: ${sql}`);
    }
    expect(queries.size).toBeGreaterThan(30);
    expect(slow).toEqual([]);
  });
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

/** Of tables that were never analyzed, PostgreSQL expects hundreds of rows: of those known to be empty it reads all. */
async function forgetSizes({ query }: Database): Promise<void> {
  const sizes =
    'update pg_class set reltuples = -1, relpages = 0 where relnamespace = current_schema()::regnamespace';
  for (const statement of [sizes, 'delete from pg_statistic']) {
    await query.executeQuery(CompiledQuery.raw(statement));
  }
}

/** Without known sizes, a partial index of posts seems as cheap to read whole as one row by its key. */
async function fillPosts({ query }: Database): Promise<void> {
  const instant = '2025-01-01T00:00:00.000Z';
  const filler = `'filler-' || n, 'filler-' || n`;
  for (const statement of [
    `insert into posts (id, slug, status, date, created_at, latest_version, public_version, next_version)
     select ${filler}, 'published', '${instant}', '${instant}', 1, 1, 2 from generate_series(1, 3000) n`,
    `insert into post_versions (post_id, slug, version, saved_at, published_at, title, description, author,
       cover_image, cover_image_caption, tags, "references", content)
     select ${filler}, 1, '${instant}', '${instant}', '', '', '', '', '', '[]', '[]', '' from generate_series(1, 3000) n`,
    'analyze posts',
    'analyze post_versions',
  ]) {
    await query.executeQuery(CompiledQuery.raw(statement));
  }
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

type Scanned = { table: string /** The step of the plan. */; by: string };

/** The tables that a query reads from end to end. A limit ends a walk along an index. */
async function scans(
  { query }: Database,
  engine: Engine,
  { sql, parameters }: CompiledQuery,
): Promise<Scanned[]> {
  const isLimited = /\blimit\b/i.test(sql);
  if (engine === 'sqlite') {
    const explain = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
    const { rows } = await query.executeQuery<{ detail: string }>(explain);
    return rows.flatMap(({ detail }) => {
      const [, table = '', index] =
        /^SCAN (\w+)(?:.*USING (?:COVERING )?(INDEX))?/.exec(detail) ?? [];
      const isWalk = index !== undefined && isLimited;
      return table === '' || isWalk || /CONSTANT|VIRTUAL TABLE|SUBQUERY/.test(detail)
        ? []
        : [{ table, by: detail }];
    });
  }
  return query.connection().execute(async (connection) => {
    // Of small tables, whole ones are read even where an index is there.
    for (const way of WAYS) {
      await connection.executeQuery(CompiledQuery.raw(`set enable_${way} = off`));
    }
    const explain = CompiledQuery.raw(`explain (format json) ${sql}`, [...parameters]);
    const { rows } = await connection.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>(explain);
    for (const way of WAYS) {
      await connection.executeQuery(CompiledQuery.raw(`reset enable_${way}`));
    }
    return rows.flatMap((row) => scansIn(row['QUERY PLAN'][0].Plan, false));
  });
}

const WAYS = ['seqscan', 'hashjoin', 'mergejoin'];

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Cond'?: string;
  Plans?: Plan[];
};

function scansIn(plan: Plan, isLimited: boolean): Scanned[] {
  const type = plan['Node Type'];
  const table = plan['Relation Name'];
  const isWhole =
    type === 'Seq Scan' ||
    (/^Index (?:Only )?Scan/.test(type) && plan['Index Cond'] === undefined && !isLimited);
  const { Plans = [], ...step } = plan;
  const own = isWhole && table !== undefined ? [{ table, by: JSON.stringify(step) }] : [];
  const limited = isLimited || type === 'Limit';
  return [...own, ...Plans.flatMap((each) => scansIn(each, limited))];
}
