import { randomBytes, randomUUID } from 'node:crypto';
import type { ExpressionBuilder } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';
import { fail, type Result, succeed } from '../../failure.ts';
import { recordEvent } from '../audit.ts';
import { CLOCK_SKEW_MS } from '../clock-skew.ts';
import { addMilliseconds } from '../instants.ts';
import { hashToken } from '../tokens.ts';
import { noSuchPost } from './editing.ts';
import type { Post } from './post.ts';
import { findPostId, POST_COLUMNS, readTags, toPost } from './rows.ts';

/** How many days a link may work. */
export const PREVIEW_DAYS = [1, 7, 30] as const;
export type PreviewDays = (typeof PREVIEW_DAYS)[number];

/** A link that works, as administrators see it: without its token. */
export type PreviewLink = {
  id: string;
  /** The e-mail address of an administrator. */
  createdBy: string;
  /** Instants, ISO 8601 in UTC. */
  createdAt: string;
  expiresAt: string;
  /** Null until somebody opens it. */
  lastOpenedAt: string | null;
};

/** What making a link hands out: the only time the token is seen. */
export type NewPreviewLink = PreviewLink & { token: string };

/** What whoever holds a link is shown. */
export type PreviewedPost = { post: Post; expiresAt: string };

type Parts = { db: Database /** ISO 8601 in UTC. */; now: () => string };

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Links by which somebody without an account reads one post as it was last saved. A link belongs to
 * the post, not to its address, and ends with the post, with its day, with a word of any
 * administrator, and with the account of whoever made it.
 */
export function createPreviewLinks({ db: { engine, query }, now }: Parts) {
  /** Makes a link to the post that lives at a slug, and forgets those that have run out. */
  async function createPreviewLink(
    slug: string,
    { by, days }: { by: string; days: PreviewDays },
  ): Promise<Result<NewPreviewLink>> {
    const instant = now();
    const token = newToken();
    const link: PreviewLink = {
      id: randomUUID(),
      createdBy: by,
      createdAt: instant,
      expiresAt: new Date(Date.parse(instant) + days * DAY_MS).toISOString(),
      lastOpenedAt: null,
    };
    return query.transaction().execute(async (trx) => {
      await trx.deleteFrom('preview_links').where('expires_at', '<=', instant).execute();
      const id = await findPostId(trx, slug);
      const post = await trx
        .selectFrom('posts')
        .select(['id', 'slug'])
        .where('id', '=', id ?? '')
        // SQLite's transactions exclude one another; PostgreSQL's must be told to.
        .$if(engine === 'postgres', (row) => row.forKeyShare())
        .executeTakeFirst();
      if (post === undefined) return noSuchPost(slug);
      await trx
        .insertInto('preview_links')
        .values({
          id: link.id,
          token_hash: hashToken(token),
          post_id: post.id,
          created_by: by,
          created_at: instant,
          expires_at: link.expiresAt,
          last_opened_at: null,
        })
        .execute();
      const event = {
        at: instant,
        actor: by,
        action: 'preview-link-created',
        subject: post.slug,
      } as const;
      await recordEvent(trx, event);
      return succeed({ ...link, token });
    });
  }

  /** The links that lead to the post at a slug now, the latest first; null without a post. */
  async function previewLinksOf(slug: string): Promise<PreviewLink[] | null> {
    const id = await findPostId(query, slug);
    if (id === null) return null;
    const rows = await query
      .selectFrom('preview_links')
      .select(['id', 'created_by', 'created_at', 'expires_at', 'last_opened_at'])
      .where('post_id', '=', id)
      .where(works(now()))
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute();
    return rows.map((row) => ({
      id: row.id,
      createdBy: row.created_by,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      lastOpenedAt: row.last_opened_at,
    }));
  }

  /** Ends one of a post's links at once, whoever made it. */
  async function revokePreviewLink(
    slug: string,
    link: string,
    { by }: { by: string },
  ): Promise<Result<void>> {
    return query.transaction().execute(async (trx) => {
      const id = await findPostId(trx, slug);
      if (id === null) return noSuchPost(slug);
      const { numDeletedRows } = await trx
        .deleteFrom('preview_links')
        .where('id', '=', link)
        .where('post_id', '=', id)
        .executeTakeFirst();
      if (numDeletedRows === 0n) {
        return fail({ kind: 'not-found', detail: 'There is no such preview link.' });
      }
      const event = {
        at: now(),
        actor: by,
        action: 'preview-link-revoked',
        subject: slug.toLowerCase(),
      } as const;
      await recordEvent(trx, event);
      return succeed(undefined);
    });
  }

  /**
   * What a token leads to, and notes that it was used. Null alike for one that has run out, was
   * revoked or never was.
   */
  async function openPreviewLink(token: string): Promise<PreviewedPost | null> {
    const instant = now();
    const hash = hashToken(token.toLowerCase());
    const row = await query
      .selectFrom('preview_links')
      .innerJoin('posts', 'posts.id', 'preview_links.post_id')
      .select([...POST_COLUMNS, 'preview_links.expires_at'])
      .where('preview_links.token_hash', '=', hash)
      .where(works(instant))
      .executeTakeFirst();
    if (row === undefined) return null;
    await query
      .updateTable('preview_links')
      .set({ last_opened_at: instant })
      .where('token_hash', '=', hash)
      .execute();
    const tagsOf = await readTags(query, [row.id]);
    return { post: toPost(row, tagsOf(row.id)), expiresAt: row.expires_at };
  }

  return { createPreviewLink, previewLinksOf, revokePreviewLink, openPreviewLink };
}

/** Neither expired nor made while a clock was ahead. */
function works(instant: string) {
  return (link: ExpressionBuilder<Tables, 'preview_links'>) =>
    link.and([
      link('preview_links.expires_at', '>', instant),
      link('preview_links.created_at', '<=', addMilliseconds(instant, CLOCK_SKEW_MS)),
    ]);
}

/**
 * 160 bits. In hexadecimal, since letter case is lost in some hands, and since many programs leave
 * a hyphen or underscore at the end out of the link that they make of an address.
 */
function newToken(): string {
  return randomBytes(20).toString('hex');
}
