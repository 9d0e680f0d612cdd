import { data, redirect } from 'react-router';
import { record as strings } from '../../content/blog.ts';
import { site } from '../../content/site.ts';
import { pageContext } from '../../context.ts';
import type { PageHandle } from '../../root.tsx';
import { longDate } from '../../ui/dates.ts';
import { pageMeta, publicUrlFrom, shareImage } from '../../ui/seo.ts';
import { Title } from '../../ui/unbroken.tsx';
import { publishedPost } from '../public-posts.ts';
import { recordPath } from '../record/record-mark.ts';
import type { Route } from './+types/versions.ts';
import { Notices, versionLabel } from './notices.tsx';

export const handle = { hydrate: false } satisfies PageHandle<Route.ComponentProps['loaderData']>;

/** The frozen versions of a post. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { site } = context.get(pageContext);
  const post = await publishedPost(site, params.slug);
  const marks = post?.records ?? [];
  if (post === null || marks.length === 0) {
    throw data(null, { status: 404, statusText: 'Not Found' });
  }
  const { slug, title, notices = [] } = post;
  if (slug !== params.slug.toLowerCase()) throw redirect(`/blog/${slug}/versions`, 301);
  return data({ post: { slug, title, notices }, marks });
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (loaderData === undefined) return [];
  const { slug, title } = loaderData.post;
  const seo = {
    title: `${strings.history}: ${title} | ${site.name}`,
    description: strings.historyOf.replace('{title}', () => title),
    keywords: [],
    canonical: `/blog/${slug}/versions`,
  };
  // The post itself is what a search should find.
  const ogImage = shareImage(`/blog/${slug}`, title);
  return pageMeta(seo, { publicUrl: publicUrlFrom(matches), ogImage, noindex: true });
};

export default function Versions({ loaderData }: Route.ComponentProps) {
  const { post, marks } = loaderData;
  return (
    <div className="page pt-28 md:pt-36">
      <Notices notices={post.notices} />
      <p>
        <a href={`/blog/${post.slug}`} className="prose-link">
          {strings.toPost}
        </a>
      </p>
      <h1 className="display article-title">{strings.history}</h1>
      <p dir="auto" className="mt-3 text-lg text-muted">
        <Title text={post.title} />
      </p>
      <ol reversed className="mt-10 max-w-measure space-y-6">
        {marks.toReversed().map(({ number, date, note, sha256 }) => (
          <li key={number} className="border-line border-t pt-4">
            <p>
              <a href={recordPath(post.slug, number)} className="prose-link font-medium">
                {versionLabel(number)}
              </a>
              , <time dateTime={date}>{longDate(date)}</time>
            </p>
            {note === '' ? null : (
              <p dir="auto" className="mt-1 whitespace-pre-line text-muted">
                {note}
              </p>
            )}
            <p className="mt-1 text-muted text-sm">
              SHA-256 <code className="[overflow-wrap:anywhere]">{sha256}</code>,{' '}
              <a href={`${recordPath(post.slug, number)}.json`} className="prose-link">
                {strings.file}
              </a>
            </p>
          </li>
        ))}
      </ol>
    </div>
  );
}
