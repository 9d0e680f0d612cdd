import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Database } from '../server/db/connect.ts';
import { containsWords } from '../server/db/contains-text.ts';
import type { Tables } from '../server/db/tables.ts';

export const INQUIRY_KINDS = ['contact', 'investor', 'waitlist'] as const;

/** Filters of the inbox. */
export const INQUIRY_STATES = ['unread', 'open', 'handled', 'suspected'] as const;

export type InquiryFilter = {
  kind?: (typeof INQUIRY_KINDS)[number] | undefined;
  /** All except suspected ones by default. */
  state?: (typeof INQUIRY_STATES)[number] | undefined;
  /** Words in name, email, company or message. */
  q?: string | undefined;
};

export function matches({ kind, state, q = '' }: InquiryFilter, engine: Database['engine']) {
  return (eb: ExpressionBuilder<Tables, 'inquiries'>): Expression<SqlBool> =>
    eb.and([
      eb('suspected', '=', state === 'suspected' ? 1 : 0),
      ...(kind === undefined ? [] : [eb('kind', '=', kind)]),
      ...(state === 'unread' ? [eb('read_at', 'is', null)] : []),
      ...(state === 'open' ? [eb('handled_at', 'is', null)] : []),
      ...(state === 'handled' ? [eb('handled_at', 'is not', null)] : []),
      containsWords(['name', 'email', 'company', 'message'], q, engine),
    ]);
}

/** The columns of lists and exports. */
export const SUMMARY_COLUMNS = [
  'id',
  'kind',
  'name',
  'email',
  'company',
  'job_title as jobTitle',
  'request_type as requestType',
  'received_at as receivedAt',
  'read_at as readAt',
  'handled_at as handledAt',
  'suspected',
] as const;
