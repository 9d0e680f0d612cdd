import { data, redirect } from 'react-router';
import { post as strings } from '../../content/blog.ts';
import { site } from '../../content/site.ts';
import { pageContext } from '../../context.ts';
import { dateAndTime } from '../../ui/dates.ts';
import { privateMeta, publicUrlFrom } from '../../ui/seo.ts';
import { isPublic } from '../post.ts';
import { openPreviewLink, SECRET_HEADERS } from '../preview-link.ts';
import type { Route } from './+types/shared-draft.ts';
import { Article } from './article.tsx';
import { articleHandle } from './article-script.ts';

export const handle = articleHandle;

export function headers() {
  return SECRET_HEADERS;
}

/**
 * Once all of it is public the link redirects to the post, temporarily: it may be withdrawn, or
 * changed again.
 */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { site } = context.get(pageContext);
  const opened = await openPreviewLink(site, params.token);
  if (opened === null) {
    throw data(null, { status: 404, statusText: 'Not Found', headers: SECRET_HEADERS });
  }
  const { post, expiresAt, isChanged } = opened;
  if (!isChanged && isPublic(post, site.now())) {
    throw redirect(`/blog/${post.slug}`, { headers: SECRET_HEADERS });
  }
  // The Markdown source may contain comments that the page does not show.
  return { post: { ...post, content: '' }, expiresAt, isChanged };
}

/** Only the document title names the post: chats show link previews to other people. */
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

export default function SharedDraft({ loaderData }: Route.ComponentProps) {
  const { post, expiresAt, isChanged } = loaderData;
  const { banner: draftBanner, changesBanner } = strings.shared;
  const banner = (isChanged ? changesBanner : draftBanner).replace('{until}', () =>
    dateAndTime(expiresAt),
  );
  // Relative: the page does not hold its secret URL.
  return <Article post={post} banner={banner} dataPath="?data=" />;
}
