import type { Generated } from 'kysely';
import type { AccountTables } from './tables/accounts.ts';
import type { MediaTables } from './tables/media.ts';
import type { NewsletterTables } from './tables/newsletter.ts';
import type { PostTables } from './tables/posts.ts';

/**
 * Rows as both engines store them: text, integers, ISO 8601 instants in UTC as text (which sorts by time), JSON as
 * text.
 */
export type Tables = PostTables &
  AccountTables &
  MediaTables &
  NewsletterTables & {
    /** Paths of a former site, in the form of `redirectPath`. */
    redirects: {
      path: string;
      /** The post that it leads to, which may be in the trash or erased. */
      post_id: string | null;
      /** A path on this site, where it leads to no post. */
      target: string | null;
      created_at: string;
    };
    authors: {
      id: string;
      slug: string;
      /** JSON of `AuthorFields`. */
      fields: string;
      /** Starts at 1; every edit adds 1. */
      version: number;
      updated_at: string;
    };
    /** The structures that posts draw, in document order; a post may show a molecule several times. */
    post_molecules: {
      post_id: string;
      position: number;
      inchikey: string;
      inchi: string;
      smiles: string;
      formula: string;
      label: string | null;
      name: string | null;
    };
    glossary_terms: {
      id: string;
      term: string;
      category: string;
      definition: string;
      /** JSON array of other spellings. */
      synonyms: string;
      /** JSON array of ids; those of deleted terms stay, and count for nothing. */
      related: string;
      position: number;
      /** Starts at 1; every edit adds 1. */
      version: number;
      updated_at: string;
    };
    glossary_state: {
      /** 0 before the first terms. */
      revision: number;
    };
    inquiries: {
      id: string;
      name: string;
      email: string;
      company: string;
      job_title: string;
      message: string;
      request_type: string;
      received_at: string;
      kind: Generated<'contact' | 'investor' | 'waitlist'>;
      /** 1 for suspected spam. */
      suspected: Generated<0 | 1>;
      /** When an administrator first opened it. */
      read_at: Generated<string | null>;
      handled_at: Generated<string | null>;
      note: Generated<string>;
      /** Every change of the note adds 1. */
      note_version: Generated<number>;
    };
    outbox: {
      id: string;
      /** Selects the composer. */
      kind: string;
      /** An email; empty once erased. */
      recipient: string;
      /** JSON object: input of the composer. */
      data: string;
      state: 'waiting' | 'sent' | 'refused' | 'expired' | 'withdrawn';
      attempts: number;
      /** The next attempt; while the mail is claimed, when the claim expires. */
      due_at: string;
      created_at: string;
      settled_at: string | null;
      answer: string;
      /** Id of the newsletter issue; null for a single mail. */
      batch: string | null;
    };
    audit_events: {
      id: string;
      at: string;
      /** Email of an administrator, who may have been removed; null for the program itself. */
      actor: string | null;
      action: string;
      subject: string;
      detail: string | null;
    };
    secrets: { name: string; value: string };
  };

export type TablesOfPosts = 'posts' | 'post_versions' | 'post_records' | 'current_posts';

/** What the public may read: of posts, the views alone. */
export type PublicTables = Omit<Tables, TablesOfPosts>;
