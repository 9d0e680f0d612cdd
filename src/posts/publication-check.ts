import type { Cited, RenderBody, RenderedBody } from '../rendering/body.ts';
import { findReferenceProblems } from '../rendering/findings/reference-rules.ts';
import { findUnfinished, type Unfinished, unfinishedText } from '../rendering/unfinished.ts';
import { findNamesakes } from '../science/molecules/molecules.ts';
import { fail, invalidField, type Result, succeed } from '../server/failure.ts';
import type { Site } from '../site.ts';
import { isBlocking } from '../text/blocking.ts';
import type { Finding } from '../text/finding.ts';
import { readContributions } from './credit-roles.ts';
import { findDeadLinks } from './internal-links.ts';
import type { Post } from './post.ts';
import { POST_COLUMNS, toPost } from './rows.ts';

/** Posts of one call. */
const MAX_CHECKED = 20;

export type CheckedPostSummary = Pick<Post, 'slug' | 'title' | 'status'> & {
  /** Null where the text could not be rendered in time. */
  findings: Finding[] | null;
};

/**
 * Checks the next posts in the order of slugs.
 *
 * @param after the last slug that was checked
 */
export async function checkPosts(
  site: Site,
  { after }: { after: string },
): Promise<{ posts: CheckedPostSummary[]; next: string | null }> {
  const rows = await site.db.query
    .selectFrom('current_posts')
    .select([...POST_COLUMNS, 'status'])
    .where('slug', '>', after)
    .orderBy('slug')
    .limit(MAX_CHECKED + 1)
    .execute();
  const page = rows.slice(0, MAX_CHECKED).map(toPost);
  const posts = await Promise.all(
    page.map(async (post): Promise<CheckedPostSummary> => {
      const checked = await renderAndCheck(site, post);
      const { slug, title, status } = post;
      return { slug, title, status, findings: checked.ok ? checked.value.findings : null };
    }),
  );
  return { posts, next: rows.length > page.length ? (page.at(-1)?.slug ?? null) : null };
}

/** What of a post is checked. */
export type CheckedPost = Cited & {
  content: string;
  coverImage?: string | undefined;
  contributions?: string | undefined;
};

export type RenderedPost = { body: RenderedBody; findings: Finding[] };

/** Renders and checks a post. */
export async function renderAndCheck(
  site: Site,
  post: CheckedPost,
  options: Parameters<RenderBody>[1] = {},
): Promise<Result<RenderedPost>> {
  const { content, references = [], citationStyle, coverImage = '' } = post;
  const body = await site.render(content, { ...options, references, citationStyle });
  if (body === null) {
    const msg = 'This text could not be rendered in time. Simplify its markup.';
    return invalidField('content', msg, 'render_timeout');
  }
  const unfinished = findUnfinished(content);
  const ofCover = await findDeadLinks(
    site,
    coverImage === '' ? [] : [{ path: coverImage, line: 1 }],
  );
  const findings = [
    ...(unfinished === null ? [] : [findingOf(unfinished)]),
    ...body.findings,
    ...findReferenceProblems(references, body),
    ...findUnknownRoles(post),
    ...(await findDeadLinks(site, body.links)),
    ...ofCover.map((finding) => ({ ...finding, field: 'coverImage' })),
    ...(await findNamesakes(site, body.molecules)),
  ];
  return succeed({ body, findings: findings.sort((a, b) => a.line - b.line) });
}

/**
 * Fails where findings keep the text from becoming public. What was public before only warns, while it stays as it is.
 *
 * @param replaced the id of the post whose public text it replaces; null for none
 */
export async function refusePublication(
  { db: { query } }: Site,
  replaced: string | null,
  post: CheckedPost,
  findings: readonly Finding[],
): Promise<Result<never> | null> {
  const blocking = findings.filter(isBlocking);
  if (blocking.length === 0) return null;
  const published = await query
    .selectFrom('current_posts')
    .select(['content', 'references', 'cover_image'])
    .where('id', '=', replaced ?? '')
    .where('status', '=', 'published')
    .executeTakeFirst();
  const isSameText =
    published !== undefined &&
    published.content === post.content &&
    published.cover_image === post.coverImage &&
    published.references === JSON.stringify(post.references);
  if (isSameText) return null;
  return fail({
    kind: 'invalid',
    issues: blocking.map((finding) => ({
      ...locate(finding),
      type: finding.code.startsWith('unfinished-') ? 'unfinished' : finding.code,
    })),
  });
}

/** Roles that no reader of CRediT knows. */
function findUnknownRoles({ contributions = '' }: CheckedPost): Finding[] {
  return readContributions(contributions).flatMap(({ unknown }) =>
    unknown.map((role) => ({
      line: 1,
      field: 'contributions',
      code: 'unknown-role',
      severity: 'warning' as const,
      message: `“${role}” is not one of the roles of CRediT.`,
    })),
  );
}

function locate({ line, reference, field, message }: Finding) {
  if (field !== undefined) return { loc: ['body', field], msg: message };
  if (reference !== undefined) return { loc: ['body', 'references', reference - 1], msg: message };
  const msg = message.startsWith('Line ') ? message : `Line ${line}: ${message}`;
  return { loc: ['body', 'content'], msg };
}

function findingOf(unfinished: Unfinished): Finding {
  const { kind, line } = unfinished;
  return {
    line,
    code: `unfinished-${kind}`,
    severity: 'error',
    message: unfinishedText(unfinished),
  };
}
