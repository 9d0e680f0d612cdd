import { data, redirect } from 'react-router';
import { post as strings } from '../../content/blog.ts';
import { site } from '../../content/site.ts';
import { isPublic } from '../../domain/posts/post.ts';
import { pageContext } from '../context.ts';
import { dateAndTime } from '../dates.ts';
import type { PageHandle } from '../root.tsx';
import { privateMeta, publicUrlFrom } from '../seo.ts';
import type { Route } from './+types/shared-draft.ts';
import { Article } from './article.tsx';
import { COPY_CODE_SCRIPT } from './copy-code.ts';
import { COVER_FALLBACK_SCRIPT } from './cover.tsx';

export const handle = {
  hydrate: false,
  inlineScript: COVER_FALLBACK_SCRIPT + COPY_CODE_SCRIPT,
} satisfies PageHandle;

/** The address is a secret, on whatever it answers: nothing keeps it, lists it or passes it on. */
const SECRET = {
  'Cache-Control': 'private, no-store',
  'X-Robots-Tag': 'noindex, nofollow',
  'Referrer-Policy': 'no-referrer',
};

export function headers() {
  return SECRET;
}

/**
 * A post as it was last saved, for whoever holds a link to it. Once the public sees the post, the
 * link leads to its own address, for as long as it would have shown it: the post may be withdrawn.
 */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { services } = context.get(pageContext);
  const opened = await services.openPreviewLink(params.token);
  if (opened === null) {
    throw data(null, { status: 404, statusText: 'Not Found', headers: SECRET });
  }
  const { post, expiresAt } = opened;
  if (isPublic(post, services.now())) throw redirect(`/blog/${post.slug}`, { headers: SECRET });
  // What the author typed can hold remarks that the page does not show.
  return { post: { ...post, content: '' }, expiresAt };
}

/** Nothing here names the post but the title of the tab: links are unfolded where others read. */
export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (loaderData === undefined) return [];
  const { title, description } = strings.shared.card;
  return [
    ...privateMeta(`${strings.draft}: ${loaderData.post.title}`),
    { property: 'og:site_name', content: site.name },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:image', content: `${publicUrlFrom(matches)}/share.png` },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
};

export default function SharedDraft({ loaderData: { post, expiresAt } }: Route.ComponentProps) {
  const banner = strings.shared.banner.replace('{until}', () => dateAndTime(expiresAt));
  return <Article post={post} banner={banner} />;
}
