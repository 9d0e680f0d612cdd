import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { insertRows } from '../../../test/insert-rows.ts';
import { makeFolder } from '../../../test/make-folder.ts';
import { parseConfig } from '../../server/config.ts';
import { connectSqlite } from '../../server/db/connect.ts';
import { migrate } from '../../server/db/migrate.ts';
import { openDatabase } from '../open-storage.ts';

/** The version before the newest one. */
const FORMER = '038-authors';

async function makeFormerSite(settings: Record<string, string> = {}) {
  const dataDir = makeFolder();
  const former = connectSqlite(join(dataDir, 'ligara.sqlite'));
  await migrate(former, FORMER);
  await insertRows(former, 'secrets', { name: 'of the former version', value: '' });
  await former.close();
  return { dataDir, config: parseConfig({ DATA_DIR: dataDir, ...settings }) };
}

async function stateOf(file: string) {
  const db = connectSqlite(file);
  const { rows } = await sql`select max(name) as last,
    (select name from secrets) as secret from kysely_migration`.execute(db.query);
  await db.close();
  return rows;
}

const UNCHANGED = [{ last: FORMER, secret: 'of the former version' }];

it('a start that migrates leaves a copy, with which the version before can be started again', async () => {
  const { dataDir, config } = await makeFormerSite();
  await (await openDatabase(config, undefined)).close();
  const [copy, ...others] = readdirSync(join(dataDir, 'backups'));
  expect(others).toEqual([]);
  expect(copy).toMatch(/^before-039-ligara-ai-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.sqlite$/);
  const file = join(dataDir, 'backups', copy ?? '');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await stateOf(file)).toEqual(UNCHANGED);
  // A start without a migration makes none.
  await (await openDatabase(config, undefined)).close();
  expect(readdirSync(join(dataDir, 'backups'))).toHaveLength(1);
});

it('a new database is not copied, nor one of a site that makes its backups elsewhere', async () => {
  const dataDir = makeFolder();
  await (await openDatabase(parseConfig({ DATA_DIR: dataDir }), undefined)).close();
  const elsewhere = await makeFormerSite({ BACKUPS: 'off' });
  await (await openDatabase(elsewhere.config, undefined)).close();
  for (const folder of [dataDir, elsewhere.dataDir]) {
    expect(readdirSync(folder)).not.toContain('backups');
  }
});

it('a database of which no copy can be made is not migrated, and the start says why in one line', async () => {
  const { dataDir, config } = await makeFormerSite();
  writeFileSync(join(dataDir, 'backups'), 'in the way');
  await expect(openDatabase(config, undefined)).rejects.toThrow(/^BACKUPS: no copy before/);
  expect(await stateOf(join(dataDir, 'ligara.sqlite'))).toEqual(UNCHANGED);
});
