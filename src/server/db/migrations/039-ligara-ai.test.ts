import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../../test/engines.ts';
import { migrate } from '../migrate.ts';

const BEFORE = '038-authors';
const LAST = '039-ligara-ai';
const FORMER = 'How AI was used for a post is among its statements.';

describeEachEngine('the biography of Ligara AI', (_makeDatabase, { makeEmptyDatabase }) => {
  it.each([
    ['is worded anew where nobody has edited it', 1, false],
    ['stays as it is where an administrator has edited that author', 2, true],
  ])('%s', async (_, version, stays) => {
    const database = (await makeEmptyDatabase())();
    await migrate(database, BEFORE);
    const fields = JSON.stringify({ biography: `Signed as one. ${FORMER}` });
    await sql`update authors set fields = ${fields}, version = ${version}`.execute(database.query);
    await migrate(database, LAST);
    const { rows } = await sql<{ fields: string }>`select fields from authors`.execute(
      database.query,
    );
    expect(rows.map((row) => row.fields === fields)).toEqual([stays]);
    expect(JSON.parse(rows[0]?.fields ?? '').biography).toMatch(/^Signed as one\. \S/);
  });
});
