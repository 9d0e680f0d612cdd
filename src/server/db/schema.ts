import type { Engine } from './connect.ts';

/**
 * The script that makes the schema of a new database. Rows hold text, integers, ISO 8601 instants in UTC (which
 * sort by time) and JSON. `TEXT` compares by bytes on both engines. SQLite 3.38 can read it.
 */
export function schemaOf(engine: Engine): string {
  return [TABLES, SEARCH[engine], viewsOf(engine), FIRST_ROWS].join('');
}

/** The statements of a script: each begins at the start of a line, as what is within one never does. */
export function statementsOf(script: string, engine: Engine): string[] {
  return script
    .replace(/\bTEXT\b/g, engine === 'postgres' ? 'text collate "C"' : 'text')
    .trim()
    .split(/;\n+(?=(?:alter|create|delete|drop|insert|update) )/)
    .filter((statement) => statement !== '');
}

const TABLES = `
create table secrets (name TEXT primary key, value TEXT not null);
create table leases (name TEXT primary key, holder TEXT not null, expires_at TEXT not null);
create table audit_events (
  id TEXT primary key, at TEXT not null, actor TEXT, action TEXT not null, subject TEXT not null, detail TEXT);
create index audit_events_by_time on audit_events (at, id);

create table administrators (
  id TEXT primary key, email TEXT not null unique, password_hash TEXT not null, created_at TEXT not null,
  applied_password_hash TEXT,
  role TEXT default 'administrator' not null check (role in ('administrator', 'writer')),
  last_seen_at TEXT);
create table sessions (
  token_hash TEXT primary key, administrator_id TEXT not null references administrators (id) on delete cascade,
  created_at TEXT not null, expires_at TEXT not null,
  user_agent TEXT default '' not null, last_used_at TEXT default '' not null);
create index sessions_by_administrator on sessions (administrator_id);
create table invitations (
  id TEXT primary key, email TEXT not null unique, role TEXT not null check (role in ('administrator', 'writer')),
  invited_by TEXT not null, created_at TEXT not null, expires_at TEXT not null, accepted_at TEXT, revoked_at TEXT);
create table one_time_tokens (
  hash TEXT primary key, kind TEXT not null, subject TEXT not null, attempts integer not null,
  expires_at TEXT not null);
create table authenticator_apps (
  administrator_id TEXT not null primary key references administrators (id) on delete cascade,
  secret TEXT not null, created_at TEXT not null, confirmed_at TEXT, last_step bigint not null);
create table passkeys (
  administrator_id TEXT not null references administrators (id) on delete cascade,
  id TEXT primary key, credential_id TEXT not null unique, public_key TEXT not null, counter bigint not null,
  transports TEXT not null, name TEXT not null, created_at TEXT not null, last_used_at TEXT);
create index passkeys_by_administrator on passkeys (administrator_id);
create table recovery_codes (
  administrator_id TEXT not null references administrators (id) on delete cascade,
  code_hash TEXT not null, created_at TEXT not null, used_at TEXT, primary key (administrator_id, code_hash));

create table authors (
  id TEXT primary key, slug TEXT not null unique, fields TEXT not null, version integer not null,
  updated_at TEXT not null);

create table posts (
  id TEXT primary key, slug TEXT not null, date TEXT not null, created_at TEXT not null, first_published_at TEXT,
  latest_version integer not null, public_version integer, next_version integer not null,
  deleted_at TEXT, deleted_by TEXT, status TEXT not null,
  notices TEXT not null default '[]', title_prefix TEXT not null default '', noticed_at TEXT, import_key TEXT,
  check (status = case when deleted_at is not null then 'trash'
    when public_version is null then 'draft' else 'published' end));
create index posts_by_date on posts (date, id) where deleted_at is null;
create index posts_by_deletion on posts (deleted_at, id) where deleted_at is not null;
create unique index posts_by_import_key on posts (import_key) where import_key is not null;
create unique index posts_by_slug on posts (slug) where deleted_at is null;
create index posts_by_status_and_date on posts (status, date, id);
create index posts_with_changes on posts (id) where latest_version <> public_version and deleted_at is null;
create table post_versions (
  post_id TEXT not null references posts (id) on delete cascade, version integer not null, base_version integer,
  saved_at TEXT not null, saved_by TEXT,
  slug TEXT not null, title TEXT not null, description TEXT not null, author TEXT not null,
  cover_image TEXT not null, cover_image_caption TEXT not null, tags TEXT not null, publish_date TEXT,
  "references" TEXT not null, citation_style TEXT not null default 'numbered',
  is_research integer not null default 0, publish_at TEXT, problem TEXT, published_at TEXT,
  reading_time integer not null default 1, renderer integer,
  content TEXT not null, content_html TEXT, text TEXT, statements TEXT not null default '{}',
  primary key (post_id, version));
create index post_versions_by_publication on post_versions (publish_at) where publish_at is not null;
create index post_versions_by_renderer on post_versions (renderer) where renderer is not null;
create index post_versions_never_public on post_versions (saved_at) where published_at is null;
create table post_records (
  post_id TEXT not null references posts (id) on delete cascade, number integer not null,
  version integer not null, frozen_at TEXT not null, note TEXT not null, format integer not null,
  sha256 TEXT not null, primary key (post_id, number), unique (post_id, version));
create table former_slugs (
  slug TEXT not null, post_id TEXT not null references posts (id) on delete cascade, primary key (post_id, slug));
create unique index former_slugs_by_slug on former_slugs (slug);
create table preview_links (
  post_id TEXT primary key references posts (id) on delete cascade, token_hash TEXT not null unique,
  created_by TEXT not null references administrators (email) on delete cascade,
  created_at TEXT not null, expires_at TEXT not null);
create index preview_links_by_author on preview_links (created_by);
create table drafts (
  owner TEXT not null references administrators (email) on delete cascade, post_id TEXT not null, tab TEXT not null,
  base TEXT, title TEXT not null, "values" TEXT not null, saved_at TEXT not null, primary key (owner, post_id, tab));
create index drafts_by_post on drafts (post_id);
create table post_tags (
  post_id TEXT not null references posts (id) on delete cascade, position integer not null, tag TEXT not null,
  primary key (post_id, position));
create index post_tags_by_tag on post_tags (tag, post_id);
create table post_molecules (
  post_id TEXT not null references posts (id) on delete cascade, position integer not null,
  inchikey TEXT not null, inchi TEXT not null, smiles TEXT not null, formula TEXT not null, label TEXT, name TEXT,
  primary key (post_id, position));
create table post_pictures (
  post_id TEXT not null references posts (id) on delete cascade, picture_id TEXT not null,
  primary key (post_id, picture_id));
create index post_pictures_by_picture on post_pictures (picture_id);
create table redirects (path TEXT primary key, post_id TEXT, target TEXT, created_at TEXT not null);
create index redirects_by_post on redirects (post_id);
create table post_changes (changes integer not null);

create table glossary_state (revision integer not null);
create table glossary_terms (
  id TEXT primary key, term TEXT not null, category TEXT not null, definition TEXT not null,
  synonyms TEXT not null, related TEXT not null, position integer not null, version integer not null,
  updated_at TEXT not null);

create table pictures (
  id TEXT primary key, name TEXT not null, alt TEXT not null, width integer not null, height integer not null,
  format TEXT not null, moving integer not null, bytes integer not null, placeholder TEXT not null,
  created_at TEXT not null);
create index pictures_by_time on pictures (created_at, id);
create table picture_operations (
  picture_id TEXT primary key, kind TEXT not null check (kind in ('upload', 'removal', 'removed')),
  since TEXT not null);
create table attachments (
  id TEXT primary key, name TEXT not null, file TEXT not null, type TEXT not null, bytes integer not null,
  sha256 TEXT not null, created_at TEXT not null);
create index attachments_by_time on attachments (created_at, id);

create table inquiries (
  id TEXT primary key, name TEXT not null, email TEXT not null, company TEXT not null, job_title TEXT not null,
  message TEXT not null, request_type TEXT not null, received_at TEXT not null,
  kind TEXT default 'contact' not null check (kind in ('contact', 'investor', 'waitlist')),
  suspected integer default 0 not null check (suspected in (0, 1)),
  read_at TEXT, handled_at TEXT, note TEXT default '' not null, note_version integer default 0 not null);
create index inquiries_by_arrival on inquiries (received_at, id);
create index inquiries_unread on inquiries (id) where read_at is null and suspected = 0;

create table subscribers (
  id TEXT primary key, email TEXT, email_hash TEXT not null unique,
  state TEXT not null check (state in ('pending', 'confirmed', 'unsubscribed', 'bounced')),
  signed_up_at TEXT not null, asked_at TEXT not null, confirmed_at TEXT, ended_at TEXT, answer TEXT not null);
create index subscribers_by_state on subscribers (state, signed_up_at, id);
create index subscribers_by_time on subscribers (signed_up_at, id);
create table newsletter_issues (
  id TEXT primary key, post_id TEXT not null, slug TEXT not null, sent_by TEXT not null, sent_at TEXT not null,
  stopped_at TEXT, recipients integer not null, tally TEXT, title TEXT not null, description TEXT not null,
  author TEXT not null, date TEXT not null, content_html TEXT not null, subject TEXT default '' not null,
  introduction TEXT default '' not null, introduction_html TEXT default '' not null,
  "references" TEXT default '[]' not null, citation_style TEXT default 'numbered' not null,
  state TEXT not null default 'sent' check (state in ('scheduled', 'sent')), problem TEXT);
create index newsletter_issues_by_post on newsletter_issues (post_id);
create index newsletter_issues_by_time on newsletter_issues (sent_at, id);
create unique index newsletter_issues_scheduled on newsletter_issues (post_id) where state = 'scheduled';
create table outbox (
  id TEXT primary key, kind TEXT not null, recipient TEXT not null, data TEXT not null,
  state TEXT not null check (state in ('waiting', 'sent', 'refused', 'expired', 'withdrawn')),
  attempts integer not null, due_at TEXT not null, created_at TEXT not null, settled_at TEXT,
  answer TEXT not null, batch TEXT);
create index outbox_by_batch on outbox (batch, state, id);
create index outbox_by_recipient on outbox (recipient);
create index outbox_by_turn on outbox (state, due_at, id);
create index outbox_own_by_turn on outbox (state, due_at, id) where batch is null;
`;

const SEARCHED = `post_id TEXT not null unique references posts (id) on delete cascade,
  title TEXT not null, tags TEXT not null, description TEXT not null, words TEXT not null`;
const INDEX_WORDS = `insert into post_words (rowid, title, tags, description, words)
    values (new.key, new.title, new.tags, new.description, new.words);`;
/** Not by `to_tsvector`: its parser takes apart what is a word here, such as 6e9z. */
const VECTOR = ['title', 'tags', 'description', 'words']
  .map((name, at) => `regexp_replace(${name}, '([^ ]+)', '''\\1'':1${'ABCD'[at]}', 'g')::tsvector`)
  .join(' || ');

export const SEARCH: Record<Engine, string> = {
  sqlite: `
create table post_search (key integer primary key, ${SEARCHED});
create virtual table post_words using fts5 (title, tags, description, words, content = '', contentless_delete = 1,
  prefix = '3', tokenize = 'ascii');
create trigger post_search_insert after insert on post_search begin
  ${INDEX_WORDS}
end;
create trigger post_search_update after update on post_search begin
  delete from post_words where rowid = old.key;
  ${INDEX_WORDS}
end;
create trigger post_search_delete after delete on post_search begin
  delete from post_words where rowid = old.key;
end;
`,
  // Every search would have to read the pending list of a fast update.
  postgres: `
create table post_search (${SEARCHED}, vector tsvector generated always as (${VECTOR}) stored);
create index post_search_by_vector on post_search using gin (vector) with (fastupdate = off);
`,
};

const AUTHORED = `description, author, cover_image, cover_image_caption, tags, publish_date, "references",
  citation_style, is_research, content, statements`;

const MARK = `'number', number, 'version', version, 'date', frozen_at, 'note', note, 'sha256', sha256,
  'title', frozen.title, 'author', frozen.author`;
const FROZEN = `from post_records join post_versions as frozen using (post_id, version)
    where post_id = current_posts.id order by number`;

/** What readers are told of each frozen version, oldest first. SQLite before 3.44 sorts in no aggregate. */
const MARKS: Record<Engine, string> = {
  sqlite: `(select json_group_array(json(mark)) from (select json_object(${MARK}) as mark ${FROZEN}))`,
  postgres: `coalesce((select json_agg(mark)::text from (select json_build_object(${MARK}) as mark ${FROZEN})
    as marks), '[]')`,
};

/** A notice changes a post for the public as an edit does. */
const UPDATED: Record<Engine, string> = {
  sqlite: "max(coalesce(published_at, saved_at), coalesce(noticed_at, ''))",
  postgres: 'greatest(coalesce(published_at, saved_at), noticed_at)',
};

/**
 * The title says what stands before that of a retracted post, so that nothing which the public
 * reads can forget it.
 *
 * @param more columns that were added since: `, subtitle`
 */
export const viewsOf = (engine: Engine, more = '') => `
create view current_posts as
  select id, posts.slug, status, date, created_at, latest_version, public_version, version,
    ${UPDATED[engine]} as updated_at, title, title_prefix, notices, ${AUTHORED}${more}, reading_time, content_html, text
  from posts join post_versions on post_id = id and version = coalesce(public_version, latest_version)
  where deleted_at is null;
create view public_posts as
  select id, slug, date, version, updated_at, title_prefix || title as title, notices, ${MARKS[engine]} as records,
    ${AUTHORED}${more}, reading_time, content_html, text
  from current_posts where status = 'published';
create view public_dates as select id, slug, date from posts where status = 'published';
create view public_records as
  select post_id as id, number, frozen_at, note, format, sha256, post_versions.version, posts.slug, date,
    title_prefix, notices, title,
    (select max(number) from post_records as later where later.post_id = post_records.post_id) as latest,
    ${AUTHORED}${more}
  from post_records
  join posts on posts.id = post_records.post_id and status = 'published'
  join post_versions using (post_id, version);
`;

const LIGARA_AI = {
  kind: 'group',
  name: 'Ligara AI',
  orcid: '',
  affiliation: '',
  biography:
    'Posts by Ligara AI are signed by the company as a whole and not by one person. Where a post states how AI was used, the statement follows its references.',
  picture: '',
  link: '',
};

const FIRST_ROWS = `
insert into post_changes values (0);
insert into glossary_state values (0);
insert into authors values ('ligara-ai', 'ligara-ai', '${JSON.stringify(LIGARA_AI)}', 1, '2026-11-26T00:00:00.000Z');
`;
