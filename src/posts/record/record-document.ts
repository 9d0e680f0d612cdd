import { createHash } from 'node:crypto';
import { type PostFields, pickFields } from '../fields.ts';

/** A version of a post that was frozen. What its author wrote never changes; how it is rendered may. */
export type FrozenVersion = {
  id: string;
  /** v1, v2, … */
  number: number;
  /** When it was frozen, ISO 8601 in UTC. */
  date: string;
  /** What has changed since the one before. */
  note: string;
  authored: PostFields;
};

/** What the hash of a new record covers. A former format stays here for the records that have it. */
export const RECORD_FORMAT = 2;

const FORMAT_1 =
  'title author description coverImage coverImageCaption citationStyle isResearch publishDate tags references license dataAvailability codeAvailability funding competingInterests aiUse reviewedBy reviewedOn content';

/** By format: its fields, of which none may change and none may be added. The slug is not among them: it may change. */
const FIELDS: Readonly<Record<number, string>> = { 1: FORMAT_1, 2: `${FORMAT_1} contributions` };

/**
 * A record as the file that its hash is of: canonical JSON (RFC 8785) in UTF-8. Pictures and files of the site stand in it by
 * URLs that follow from their content.
 */
export function recordDocument(record: FrozenVersion, format: number): string {
  const fields = FIELDS[format];
  if (fields === undefined) throw new Error(`There is no format ${format} of records`);
  const { id, number, date, note, authored } = record;
  const post = pickFields(authored, fields.split(' ') as (keyof typeof authored)[]);
  return canonicalJson({ format, id, number, date, note, post });
}

export function hashRecord(document: string): string {
  return createHash('sha256').update(document).digest('hex');
}

/** Without white space, keys in the order of their UTF-16 code units. Undefined fields are left out. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
