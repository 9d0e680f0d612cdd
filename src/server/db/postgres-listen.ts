import type { Socket } from 'node:net';
import { loadDriver, type PostgresOptions } from './postgres.ts';

/**
 * Listens to a channel of PostgreSQL on a separate connection.
 *
 * @param onLost called once when the connection ends unexpectedly
 * @returns closes the connection
 */
export type Listen = (
  channel: 'post_changes',
  onMessage: (message: string) => void,
  onLost: () => void,
) => Promise<() => void>;

type ReportError = PostgresOptions['reportError'];

export function listenTo(url: string, reportError: ReportError): Listen {
  return async (channel, onMessage, onLost) => {
    const { Client } = await loadDriver();
    const client = new Client({
      connectionString: url,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      // The system's default is two hours, for which a silently dropped connection would seem alive.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      application_name: 'ligara-site-listener',
    });
    let isEnded = false;
    const end = () => {
      if (isEnded) return;
      isEnded = true;
      onLost();
    };
    client.on('error', (error) => {
      if (!isEnded) reportError(error);
      end();
    });
    client.on('end', end);
    client.on('notification', ({ payload }) => onMessage(payload ?? ''));
    const disconnect = () => {
      isEnded = true;
      // `client.end()` would wait for a server that may be unreachable.
      (client.connection.stream as Socket).destroy();
    };
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
    } catch (error) {
      disconnect();
      throw error;
    }
    return disconnect;
  };
}
