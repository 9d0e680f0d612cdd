import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Database, Engine } from './connect.ts';
import { initial } from './migrations/001-initial.ts';
import { safeWriting } from './migrations/002-safe-writing.ts';
import { accounts } from './migrations/003-accounts.ts';
import { media } from './migrations/004-media.ts';
import { previewLinks } from './migrations/005-preview-links.ts';
import { mail } from './migrations/006-mail.ts';
import { inquiries } from './migrations/007-inquiries.ts';
import { newsletter } from './migrations/008-newsletter.ts';
import { search } from './migrations/009-search.ts';
import { postChanges } from './migrations/010-post-changes.ts';
import { secondFactors } from './migrations/011-second-factors.ts';
import { appliedPassword } from './migrations/012-applied-password.ts';
import { firstPublication } from './migrations/013-first-publication.ts';
import { knownNetworks } from './migrations/014-known-networks.ts';
import { pictureOperations } from './migrations/015-picture-operations.ts';
import { autosaveOrder } from './migrations/016-autosave-order.ts';
import { fullTextIndex } from './migrations/019-full-text-index.ts';
import { people } from './migrations/020-people.ts';
import { unpublishedChanges } from './migrations/022-unpublished-changes.ts';
import { trash } from './migrations/023-trash.ts';
import { scheduledIssues } from './migrations/024-scheduled-issues.ts';
import { attachments } from './migrations/025-attachments.ts';
import { molecules } from './migrations/026-molecules.ts';
import { citations } from './migrations/027-citations.ts';
import { glossary } from './migrations/028-glossary.ts';
import { imports } from './migrations/029-imports.ts';
import { auditDetail } from './migrations/031-audit-detail.ts';
import { importAttempts } from './migrations/032-import-attempts.ts';
import { moleculeForms } from './migrations/034-molecule-forms.ts';
import { moleculeNames } from './migrations/035-molecule-names.ts';

/** The order is that of execution. A released migration is never changed: add another one. */
const MIGRATIONS: Record<string, (engine: Engine) => Migration> = {
  '001-initial': initial,
  '002-safe-writing': safeWriting,
  '003-accounts': accounts,
  '004-media': media,
  '005-preview-links': previewLinks,
  '006-mail': mail,
  '007-inquiries': inquiries,
  '008-newsletter': newsletter,
  '009-search': search,
  '010-post-changes': postChanges,
  '011-second-factors': secondFactors,
  '012-applied-password': appliedPassword,
  '013-first-publication': firstPublication,
  '014-known-networks': knownNetworks,
  '015-picture-operations': pictureOperations,
  '016-autosave-order': autosaveOrder,
  '019-full-text-index': fullTextIndex,
  '020-people': people,
  '022-unpublished-changes': unpublishedChanges,
  '023-trash': trash,
  '024-scheduled-issues': scheduledIssues,
  '025-attachments': attachments,
  '026-molecules': molecules,
  '027-citations': citations,
  '028-glossary': glossary,
  '029-imports': imports,
  '031-audit-detail': auditDetail,
  '032-import-attempts': importAttempts,
  '034-molecule-forms': moleculeForms,
  '035-molecule-names': moleculeNames,
};

export function isKnownMigration(name: string): boolean {
  return Object.hasOwn(MIGRATIONS, name);
}

/** The database was made by a newer version of this program. */
export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError';
}

/**
 * Migrates the database to the latest version. All migrations run in one transaction under a lock: several
 * instances may start at once, and a failed migration leaves the database unchanged.
 *
 * @param last the name of the migration to stop after; defaults to the latest
 * @throws NewerDatabaseError when the database has unknown migrations
 */
export async function migrate(database: Database, last?: string): Promise<void> {
  await refuseNewer(database);
  const migrator = new Migrator({
    db: database.query,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(
          Object.entries(MIGRATIONS).map(([name, make]) => [name, make(database.engine)]),
        ),
    },
  });
  const { error } = await (last === undefined
    ? migrator.migrateToLatest()
    : migrator.migrateTo(last));
  if (error !== undefined) throw error;
}

async function refuseNewer({ query }: Database): Promise<void> {
  const tables = await query.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === 'kysely_migration')) return;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(query);
  const unknown = rows.map(({ name }) => name).filter((name) => !isKnownMigration(name));
  if (unknown.length > 0) {
    throw new NewerDatabaseError(
      `The database was made by a newer version of this program (it holds ${unknown.join(', ')}): update the program, or restore a backup made with this version.`,
    );
  }
}
