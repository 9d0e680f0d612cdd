import type { Engine } from './connect.ts';
import { SEARCH, schemaOf, viewsOf } from './schema.ts';

/** The first makes an empty one of the former schema. */
export const FORMER_STEPS: Record<string, (engine: Engine) => string> = {
  '039-ligara-ai': formerSchema,
  '040-import-key': importKeys,
  '043-molecules-of-posts': () => MOLECULES_OF_POSTS,
  '044-issues-that-wait': () => ISSUES_THAT_WAIT,
  '045-one-time-tokens': () => ONE_TIME_TOKENS,
  '046-drafts': () => DRAFTS,
};

function formerSchema(engine: Engine): string {
  const bytes = engine === 'postgres' ? 'bytea' : 'blob';
  return `${schemaOf(engine)}
create table author_names (name_key TEXT primary key, author_id TEXT not null);
drop table if exists post_words;
drop table post_search;
create table post_search (post_id TEXT, status TEXT, date TEXT, words TEXT, version integer);
drop index post_tags_by_tag;
alter table post_tags add column status TEXT;
alter table post_tags add column date TEXT;
create index post_tags_by_date on post_tags (tag, date, post_id);
create index post_tags_by_status_and_date on post_tags (tag, status, date, post_id);
drop index posts_by_import_key;
alter table posts drop column import_key;
alter table posts add column import_id TEXT;
create index posts_by_import on posts (import_id) where import_id is not null;
alter table redirects add column import_id TEXT;
create index redirects_by_import on redirects (import_id);
create table imports (
  id TEXT primary key, name TEXT, system TEXT, state TEXT, total integer, done integer, notes TEXT, problem TEXT,
  created_at TEXT, created_by TEXT, updated_at TEXT, attempts integer);
create table import_items (
  import_id TEXT, position integer, key TEXT, label TEXT, title TEXT, slug TEXT, status TEXT, date TEXT,
  outcome TEXT, reason TEXT, notes TEXT, post_id TEXT);
create table import_pictures (import_id TEXT, picture_id TEXT);
create table molecules (
  inchikey TEXT primary key, connectivity TEXT, smiles TEXT, inchi TEXT, formula TEXT, descriptors TEXT,
  molblock TEXT, pattern_fp ${bytes}, morgan_fp ${bytes}, morgan_bits integer, rdkit_version TEXT);
drop table post_molecules;
create table post_molecules (
  post_id TEXT not null references posts (id), position integer, inchikey TEXT not null references molecules (inchikey),
  label TEXT, name TEXT, form TEXT);
drop index newsletter_issues_scheduled;
alter table newsletter_issues drop column problem;
alter table newsletter_issues drop column state;
create table scheduled_issues (
  id TEXT, post_id TEXT, slug TEXT, title TEXT, subject TEXT, introduction TEXT, introduction_html TEXT, follows TEXT,
  send_at TEXT, etag TEXT, scheduled_at TEXT, scheduled_by TEXT, problem TEXT);
drop table one_time_tokens;
drop table invitations;
create table invitations (
  id TEXT primary key, email TEXT, role TEXT, token_hash TEXT, invited_by TEXT, created_at TEXT, expires_at TEXT,
  accepted_at TEXT, revoked_at TEXT);
create table password_resets (token_hash TEXT, administrator_id TEXT, created_at TEXT, expires_at TEXT);
create table pending_sign_ins (administrator_id TEXT, ticket_hash TEXT, attempts integer, expires_at TEXT);
create table used_challenges (challenge TEXT, expires_at TEXT);
create table known_networks (network_hash TEXT, last_sign_in_at TEXT);
drop table drafts;
create table autosaves (
  owner TEXT, document TEXT, version integer, saved_at TEXT, "values" TEXT, sequence integer, discarded integer,
  title TEXT);
create table post_creations (key TEXT, fingerprint TEXT, post_id TEXT);
drop table preview_links;
create table preview_links (
  id TEXT, token_hash TEXT, post_id TEXT, created_by TEXT, created_at TEXT, expires_at TEXT, last_opened_at TEXT);
alter table former_slugs add column is_freed integer not null default 0;
drop index former_slugs_by_slug;
create unique index former_slugs_by_slug on former_slugs (slug) where is_freed = 0;
create table limits (key TEXT, points integer, expire bigint);
create table post_terms (term_id TEXT, post_id TEXT);
alter table post_versions add column mentions TEXT;
alter table post_versions add column glossary_revision integer;
`;
}

function importKeys(engine: Engine): string {
  // A tab or line break separates nothing in a title; PostgreSQL calls a line feed chr(10), SQLite char(10).
  const line = engine === 'postgres' ? 'chr(10)' : 'char(10)';
  return `
alter table posts add column import_key TEXT;
update posts set import_key = (
  select key || ${line} || coalesce(date, '') || ${line} || trim(replace(substr(title, 1, 200), ${line}, ' '))
    from import_items where post_id = posts.id and outcome = 'imported' order by import_id, position limit 1);
create unique index posts_by_import_key on posts (import_key) where import_key is not null;
drop index posts_by_import;
alter table posts drop column import_id;
drop index redirects_by_import;
alter table redirects drop column import_id;
drop table import_pictures;
drop table import_items;
drop table imports;
`;
}

const MOLECULES_OF_POSTS = `
create table shown_molecules (
  post_id TEXT not null references posts (id) on delete cascade, position integer not null,
  inchikey TEXT not null, inchi TEXT not null, smiles TEXT not null, formula TEXT not null, label TEXT, name TEXT,
  constraint shown_molecules_key primary key (post_id, position));
insert into shown_molecules select post_id, position, inchikey, inchi, smiles, formula, label, name
  from post_molecules join molecules using (inchikey);
drop table post_molecules;
drop table molecules;
alter table shown_molecules rename to post_molecules;
`;

const ISSUES_THAT_WAIT = `
alter table newsletter_issues add column state TEXT not null default 'sent' check (state in ('scheduled', 'sent'));
alter table newsletter_issues add column problem TEXT;
insert into newsletter_issues (id, post_id, slug, sent_by, sent_at, recipients, title, description, author, date,
    content_html, subject, introduction, introduction_html, state, problem)
  select id, post_id, slug, scheduled_by, send_at, 0, title, '', '', '', '', coalesce(subject, ''), introduction,
    introduction_html, 'scheduled', problem from scheduled_issues;
create unique index newsletter_issues_scheduled on newsletter_issues (post_id) where state = 'scheduled';
drop table scheduled_issues;
`;

/** Open links go on; sign-ins that are under way start again. A link that has ended says why until its invitation is purged. */
const ONE_TIME_TOKENS = `
create table one_time_tokens (
  hash TEXT primary key, kind TEXT not null, subject TEXT not null, attempts integer not null,
  expires_at TEXT not null);
insert into one_time_tokens select token_hash, 'password-reset', administrator_id, 0, expires_at from password_resets;
insert into one_time_tokens select token_hash, 'invitation', id, 0, '9999' from invitations where token_hash is not null;
create table kept (
  id TEXT primary key, email TEXT not null unique, role TEXT not null check (role in ('administrator', 'writer')),
  invited_by TEXT not null, created_at TEXT not null, expires_at TEXT not null, accepted_at TEXT, revoked_at TEXT);
insert into kept select id, email, role, invited_by, created_at, expires_at, accepted_at, revoked_at from invitations;
drop table invitations;
drop table password_resets;
drop table pending_sign_ins;
drop table used_challenges;
drop table known_networks;
alter table kept rename to invitations;
`;

const DRAFTS = `
create table new_preview_links (
  post_id TEXT primary key references posts (id) on delete cascade, token_hash TEXT not null unique,
  created_by TEXT not null references administrators (email) on delete cascade,
  created_at TEXT not null, expires_at TEXT not null);
insert into new_preview_links select post_id, token_hash, created_by, created_at, expires_at from preview_links
  where id in (select max(id) from preview_links as link where not exists (select 1 from preview_links as later
    where later.post_id = link.post_id and later.created_at > link.created_at) group by post_id);
drop table preview_links;
alter table new_preview_links rename to preview_links;
create index preview_links_by_author on preview_links (created_by);
create table drafts (
  owner TEXT not null references administrators (email) on delete cascade, post_id TEXT not null, tab TEXT not null,
  base TEXT, title TEXT not null, "values" TEXT not null, saved_at TEXT not null, primary key (owner, post_id, tab));
insert into drafts select owner, document, document, document || '.' || version, title, "values", saved_at
  from autosaves where discarded = 0;
create index drafts_by_post on drafts (post_id);
drop table autosaves;
drop table post_creations;
delete from former_slugs where is_freed = 1 and (slug in (select slug from former_slugs where is_freed = 0)
  or slug in (select slug from posts where deleted_at is null)
  or exists (select 1 from former_slugs as other where other.slug = former_slugs.slug
    and other.post_id > former_slugs.post_id));
drop index former_slugs_by_slug;
alter table former_slugs drop column is_freed;
create unique index former_slugs_by_slug on former_slugs (slug);
`;

const TRIGGERS = `posts_tell_insert posts_tell_update posts_tell_delete post_versions_tell post_records_tell
  glossary_tell_update authors_tell authors_tell_insert authors_tell_update authors_tell_delete`;
const FUNCTIONS = `tell_post_change tell_rendering tell_record tell_glossary_change count_post_change
  count_rendering`;

export function alignWithSchema(engine: Engine): string {
  // PostgreSQL drops the triggers with the functions that they call.
  const counting =
    engine === 'postgres'
      ? FUNCTIONS.split(/\s+/).map((name) => `drop function if exists ${name}() cascade;`)
      : TRIGGERS.split(/\s+/).map((name) => `drop trigger if exists ${name};`);
  return `
${counting.join('\n')}
drop view public_records;
drop view public_dates;
drop view public_posts;
drop view current_posts;
drop table author_names;
drop table limits;
drop table post_terms;
drop table if exists post_words;
drop table post_search;
drop index post_tags_by_date;
drop index post_tags_by_status_and_date;
alter table post_tags drop column status;
alter table post_tags drop column date;
create index post_tags_by_tag on post_tags (tag, post_id);
${SEARCH[engine]}drop index post_versions_by_renderer;
alter table post_versions drop column mentions;
alter table post_versions drop column glossary_revision;
create index post_versions_by_renderer on post_versions (renderer) where renderer is not null;
${viewsOf(engine)}`;
}
