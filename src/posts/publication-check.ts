import type { Cited, RenderBody, RenderedBody } from '../rendering/body.ts';
import { findNamesakes } from '../science/molecules/molecules.ts';
import { fail, invalidField, type Result, succeed } from '../server/failure.ts';
import type { Site } from '../site.ts';
import type { Finding } from '../text/finding.ts';
import { isBlocking } from './blocking.ts';
import { findDeadLinks } from './internal-links.ts';
import { findPost } from './stored-post.ts';

/** The findings are null where the text could not be rendered in time. */
export async function checkPosts(site: Site) {
  const all = [];
  const posts = site.db.query.selectFrom('current_posts').select(['id', 'slug']).orderBy('slug');
  for (const { id, slug } of await posts.execute()) {
    const post = await findPost(site.db.query, id);
    const checked = post && (await renderAndCheck(site, post));
    all.push({ slug, findings: checked?.ok ? checked.value.findings : null });
  }
  return all;
}

export type CheckedPost = Cited & { content: string; coverImage?: string };

export type RenderedPost = { body: RenderedBody; findings: Finding[] };

export async function renderAndCheck(
  site: Site,
  { content, references = [], citationStyle, coverImage = '' }: CheckedPost,
  options: Parameters<RenderBody>[1] = {},
): Promise<Result<RenderedPost>> {
  const body = await site.render(content, { ...options, references, citationStyle });
  if (body === null) {
    const msg = 'This text could not be rendered in time. Simplify its markup.';
    return invalidField('content', msg, 'render_timeout');
  }
  const cover = coverImage === '' ? [] : [{ path: coverImage, line: 1 }];
  const findings = [
    ...body.findings,
    ...(await findDeadLinks(site, body.links)),
    ...(await findDeadLinks(site, cover)).map((finding) => ({ ...finding, field: 'coverImage' })),
    ...(await findNamesakes(site, body.molecules)),
  ];
  return succeed({ body, findings: findings.sort((a, b) => a.line - b.line) });
}

/**
 * What was public before only warns, while it stays as it is.
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

function locate({ line, reference, field, message }: Finding) {
  if (field !== undefined) return { loc: ['body', field], msg: message };
  if (reference !== undefined) return { loc: ['body', 'references', reference - 1], msg: message };
  const msg = message.startsWith('Line ') ? message : `Line ${line}: ${message}`;
  return { loc: ['body', 'content'], msg };
}
