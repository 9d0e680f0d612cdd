import { data, redirect } from 'react-router';
import { record as strings } from '../../content/blog.ts';
import { site } from '../../content/site.ts';
import { pageContext } from '../../context.ts';
import type { PageHandle } from '../../root.tsx';
import { pageMeta, privateMeta, publicUrlFrom, shareImage } from '../../ui/seo.ts';
import { recordNumber, recordPath } from '../record/record-mark.ts';
import type { Route } from './+types/record.ts';
import { Article } from './article.tsx';
import { ARTICLE_SCRIPT, formulaScript } from './article-script.ts';
import { blogPosting } from './blog-posting.ts';
import { citationMeta, recordSignposts } from './cite-head.ts';
import { CitePost } from './cite-post.tsx';
import { COVER_FALLBACK_SCRIPT } from './cover.tsx';
import { PostNotFound } from './post-not-found.tsx';
import { RecordNote, versionLabel } from './record-note.tsx';

export const handle = {
  hydrate: false,
  inlineScript: COVER_FALLBACK_SCRIPT + ARTICLE_SCRIPT,
  scriptFor: (loaderData) => formulaScript(loaderData?.post ?? {}),
} satisfies PageHandle<Route.ComponentProps['loaderData']>;

/** A frozen version, to everybody who may read its post. Redirects permanently from a former slug. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { services, publicUrl, linkHeader } = context.get(pageContext);
  const number = recordNumber(params.record);
  const record = number === null ? null : await services.posts.publishedRecord(params.slug, number);
  if (record === null) return data({ post: null }, 404);
  const { slug, version, sha256, note, authored } = record;
  if (slug !== params.slug.toLowerCase()) throw redirect(recordPath(slug, record.number), 301);
  const post = await services.posts.renderRecord(record);
  if (post === null) throw data(null, { status: 503, statusText: 'Service Unavailable' });
  linkHeader(recordSignposts(record, publicUrl));
  const { title, author } = authored;
  const mark = { number: record.number, date: record.date, version, note, sha256, title, author };
  return data({ post: { ...post, content: '' }, mark, latest: record.latest });
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (loaderData === undefined || loaderData.post === null) return privateMeta(strings.notFound);
  const { post, mark } = loaderData;
  const publicUrl = publicUrlFrom(matches);
  const path = recordPath(post.slug, mark.number);
  const head = pageMeta(
    {
      title: `${post.title} (${versionLabel(mark.number)}) | ${site.name}`,
      description: post.description,
      keywords: post.tags,
      canonical: path,
    },
    {
      publicUrl,
      ogImage: shareImage(`/blog/${post.slug}`, post.title),
      ogType: 'article',
      jsonLd: [blogPosting(post, mark)],
    },
  );
  return [...head, ...citationMeta(post, publicUrl + path)];
};

export default function Record({ loaderData, matches, params }: Route.ComponentProps) {
  if (loaderData.post === null) return <PostNotFound slug={`${params.slug}/${params.record}`} />;
  const { post, mark, latest } = loaderData;
  const path = recordPath(post.slug, mark.number);
  const publicUrl = publicUrlFrom(matches);
  return (
    <Article
      post={post}
      banner={null}
      note={<RecordNote slug={post.slug} latest={latest} {...mark} />}
      dataPath={`${path}/data/`}
      after={<CitePost post={post} publicUrl={publicUrl} record={mark} />}
      url={publicUrl + path}
    />
  );
}
