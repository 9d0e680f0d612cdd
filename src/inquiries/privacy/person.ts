import { type Kysely, sql } from 'kysely';
import { recordEvent } from '../../accounts/audit.ts';
import { mailboxOf } from '../../mail/mail.ts';
import type { Tables } from '../../server/db/tables.ts';
import { inTransaction } from '../../server/db/transaction.ts';
import { fail, type Result, succeed } from '../../server/failure.ts';
import type { Site } from '../../site.ts';
import { RECEIPTS } from '../receiving.ts';
import { conditionOfPerson, PERSON_TABLES, type PersonTable } from './person-tables.ts';

type PersonCondition = Awaited<ReturnType<typeof conditionOfPerson>>;
type PersonTableName = keyof typeof PERSON_TABLES;

const TABLES = Object.entries<PersonTable>(PERSON_TABLES) as [PersonTableName, PersonTable][];

export type PersonalData = Record<PersonTableName, Record<string, unknown>[]>;

export async function personalData(site: Site, email: string): Promise<PersonalData> {
  const { query } = site.db;
  const condition = await conditionOfPerson(site, email);
  const data: Partial<PersonalData> = {};
  for (const [table] of TABLES) data[table] = await rowsOf(query, table, condition);
  const event = { actor: null, action: 'person-exported', subject: '' } as const;
  await recordEvent(query, { at: site.now(), ...event });
  return data as PersonalData;
}

async function rowsOf(query: Kysely<Tables>, table: PersonTableName, condition: PersonCondition) {
  const { exported, identifying } = PERSON_TABLES[table];
  const columns = sql.join(exported.map((column) => sql.ref(column)));
  const conditions = Object.keys(identifying).map(condition);
  const { rows } = await sql<Record<string, unknown>>`select ${columns} from ${sql.table(table)}
    where ${sql.join(conditions, sql` or `)} order by ${columns}`.execute(query);
  return rows;
}

/** Replaces the email of an erased administrator in records. */
const ERASED_NAME = 'former administrator';

export type ErasedCounts = Partial<Record<PersonTableName, number>> & { namesInRecords: number };

/**
 * Erases a person everywhere; the audit entry does not say whom. Records of an administrator stay, by
 * `ERASED_NAME`. Fails as a conflict while there is an account.
 */
export async function erasePerson(site: Site, email: string): Promise<Result<ErasedCounts>> {
  const { query } = site.db;
  const condition = await conditionOfPerson(site, email);
  const erased = await inTransaction(query, async (trx) => {
    if ((await rowsOf(trx, 'administrators', condition)).length > 0) return null;
    const mails = await rowsOf(trx, 'outbox', condition);
    const counts = await eraseRows(trx, condition);
    const event = { actor: null, action: 'person-erased', subject: '' } as const;
    await recordEvent(trx, { at: site.now(), ...event });
    return { counts, files: mails.map(({ answer }) => String(answer)) };
  });
  if (erased === null) {
    const detail = `${email} can still sign in, or is invited. Remove the account first.`;
    return fail({ kind: 'conflict', detail });
  }
  // When mails are written to files, the answer is the file's name.
  await site.mailFiles.remove(erased.files);
  site.limits.reset(RECEIPTS, mailboxOf(email));
  await emptyWriteAheadLog(site);
  return succeed(erased.counts);
}

/** What was deleted would stay in SQLite's write-ahead log until it is written over. */
export async function emptyWriteAheadLog({ db: { query, engine } }: Site): Promise<void> {
  if (engine === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(query);
}

async function eraseRows(trx: Kysely<Tables>, condition: PersonCondition): Promise<ErasedCounts> {
  const counts: ErasedCounts = { namesInRecords: 0 };
  for (const [table, { identifying }] of TABLES) {
    for (const [column, erasure] of Object.entries(identifying)) {
      if (erasure === 'keep') continue;
      const change =
        erasure === 'delete'
          ? sql`delete from ${sql.table(table)}`
          : sql`update ${sql.table(table)} set ${sql.ref(column)} = ${ERASED_NAME}`;
      const { numAffectedRows = 0n } = await sql`${change} where ${condition(column)}`.execute(trx);
      const counted = erasure === 'delete' ? table : 'namesInRecords';
      counts[counted] = (counts[counted] ?? 0) + Number(numAffectedRows);
    }
  }
  return counts;
}
