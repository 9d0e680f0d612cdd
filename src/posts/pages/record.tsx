import { data, redirect } from 'react-router';
import { pageContext } from '../../context.ts';
import { publicUrlFrom } from '../../ui/seo.ts';
import { recordNumber, recordPath } from '../record/record-mark.ts';
import { publishedRecord, renderRecord } from '../record/records.ts';
import type { Route } from './+types/record.ts';
import { Article } from './article.tsx';
import { articleHandle } from './article-script.ts';
import { CitePost } from './cite-post.tsx';
import { articleMeta } from './metadata.ts';
import { RecordNote } from './notices.tsx';

export const handle = articleHandle;

/** A frozen version, to everybody who may read its post. Redirects permanently from a former slug. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { site } = context.get(pageContext);
  const number = recordNumber(params.record);
  if (params.record.toLowerCase() === 'versions') {
    throw redirect(`/blog/${encodeURIComponent(params.slug)}#versions`, 301);
  }
  const record = number === null ? null : await publishedRecord(site, params.slug, number);
  if (record === null) throw data(null, { status: 404, statusText: 'Not Found' });
  const { slug, version, sha256, note, authored } = record;
  if (slug !== params.slug.toLowerCase()) throw redirect(recordPath(slug, record.number), 301);
  const post = await renderRecord(site, record);
  if (post === null) throw data(null, { status: 503, statusText: 'Service Unavailable' });
  const { title, author } = authored;
  const mark = { number: record.number, date: record.date, version, note, sha256, title, author };
  return data({ post: { ...post, content: '' }, mark, latest: record.latest });
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  loaderData === undefined
    ? []
    : articleMeta(loaderData.post, {
        publicUrl: publicUrlFrom(matches),
        record: loaderData.mark.number,
      });

export default function Record({ loaderData, matches }: Route.ComponentProps) {
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
