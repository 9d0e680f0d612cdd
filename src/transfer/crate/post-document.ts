import { withFrontMatter, yamlReferences, yamlValue } from '../../posts/front-matter.ts';
import type { AuthoredFields } from '../../posts/post.ts';
import type { Notice } from '../../posts/record/notice.ts';
import type { StoredRecord } from '../../posts/record/records.ts';
import { fail, type Result, succeed } from '../../server/failure.ts';
import { readYaml } from '../files/read-yaml.ts';

/** What the site knows of a post beside what its author wrote. Instants are ISO 8601 in UTC. */
export type PostIdentity = {
  id: string;
  version: number;
  /** Lists sort by it. */
  date: string;
  created: string;
  updated: string;
  /** When it was first public; null for never. */
  firstPublished: string | null;
  notices: Notice[];
  /** When those last changed; null for never. */
  noticedAt: string | null;
  records: StoredRecord[];
};

export type ChangesIdentity = {
  /** The version of the post that they change. */
  baseVersion: number;
  saved: string;
  /** When they are to be published; null for not by themselves. */
  publishAt: string | null;
  /** Why publishing at that time failed; null otherwise. */
  problem: string | null;
};

/** A post as a file: its fields as YAML front matter, then its text byte for byte. */
export function writePost({ content, ...post }: AuthoredFields & PostIdentity): string {
  const { id, version, date, created, updated, firstPublished, ...known } = post;
  const { notices, noticedAt, records, ...authored } = known;
  const dates = { date, publishDate: authored.publishDate, created, updated, firstPublished };
  const onRecord = { notices, noticedAt, records };
  const identity = { ...inYaml(dates), ...inYaml({ id, version }), ...inYaml(onRecord) };
  const hidden = authored.status === 'draft' ? HIDDEN : {};
  return withFrontMatter({ ...authoredInYaml(authored), ...hidden, ...identity }, content);
}

/** Hugo and Jekyll keep a text from the public by it; here its status does. */
const HIDDEN = { draft: 'true', published: 'false' };

/** Unpublished changes, in the same form. */
export function writeChanges({
  content,
  ...changes
}: Omit<AuthoredFields, 'status'> & ChangesIdentity): string {
  const { baseVersion, saved, publishAt, problem, ...authored } = changes;
  const identity = inYaml({ baseVersion, saved, publishAt, problem });
  const { status: _, ...fields } = authoredInYaml({ ...authored, status: 'published' });
  return withFrontMatter({ ...fields, ...HIDDEN, ...identity }, content);
}

function authoredInYaml(authored: Omit<AuthoredFields, 'content'>): Record<string, string> {
  const { references, tags, ...scalars } = authored;
  return {
    ...inYaml(scalars),
    tags: `[${tags.map(yamlValue).join(', ')}]`,
    references: references.length === 0 ? '[]' : yamlReferences(references),
  };
}

function inYaml(fields: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [field, yamlValue(value)]),
  );
}

/** Two hundred references have 10 million characters at most, and an export has no aliases. */
const LIMITS_OF_YAML = { maxLength: 10_000_000, maxAliases: 0 };

const OPENING = '---\n';
const CLOSING = '\n---\n';

/** Reads a file of a post or its changes: the fields as they are there, and the text. */
export function readDocument(text: string): Result<Readonly<Record<string, unknown>>> {
  const end = text.startsWith(OPENING) ? text.indexOf(CLOSING) : -1;
  if (end === -1) return refuse('its front matter is missing');
  try {
    const fields = readYaml(text.slice(OPENING.length, end + 1), LIMITS_OF_YAML);
    if (typeof fields !== 'object' || fields === null) return refuse('its front matter is empty');
    return succeed({ ...fields, content: text.slice(end + CLOSING.length) });
  } catch (error) {
    const [message = ''] = error instanceof Error ? error.message.split('\n') : [];
    return refuse(`its front matter is not YAML: ${message}`);
  }
}

function refuse(detail: string): Result<never> {
  return fail({ kind: 'malformed', detail });
}
