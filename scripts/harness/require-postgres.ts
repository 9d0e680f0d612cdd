import { type PostgresServer, startPostgres } from '../../test/postgres-server.ts';

/** @throws where no server binaries are found */
export async function requirePostgres(
  ...[durability]: Parameters<typeof startPostgres>
): Promise<PostgresServer> {
  const postgres = await startPostgres(durability);
  if (postgres === undefined) {
    throw new Error('PostgreSQL: no server binaries found (install postgresql)');
  }
  return postgres;
}
