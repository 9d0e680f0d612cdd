import { countSearch } from '../../server/limits/search-limit.ts';
import { publishedPost } from '../public-posts.ts';
import { compareRecords } from '../record/records.ts';
import './versions.css';
import { data, redirect } from 'react-router';
import { record as strings } from '../../content/blog.ts';
import { site } from '../../content/site.ts';
import { pageContext } from '../../context.ts';
import type { PageHandle } from '../../root.tsx';
import { Button } from '../../ui/button.tsx';
import { longDate } from '../../ui/dates.ts';
import { SelectField } from '../../ui/field.tsx';
import { pageMeta, publicUrlFrom, shareImage } from '../../ui/seo.ts';
import { Title } from '../../ui/unbroken.tsx';
import { type RecordMark, recordNumber, recordPath } from '../record/record-mark.ts';
import type { ShownChange } from '../record/text-changes.ts';
import type { Route } from './+types/versions.ts';
import { Notices } from './notices.tsx';
import { versionLabel } from './record-note.tsx';

export const handle = { hydrate: false } satisfies PageHandle<Route.ComponentProps['loaderData']>;

/** The frozen versions of a post, and what two of them differ in. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { site, linkHeader, publicUrl, clientIp, viewer, retryAfter } = context.get(pageContext);
  const post = await publishedPost(site, params.slug);
  const marks = post?.records ?? [];
  if (post === null || marks.length === 0) {
    throw data(null, { status: 404, statusText: 'Not Found' });
  }
  const { slug, title, notices = [] } = post;
  const { search, searchParams } = new URL(request.url);
  if (slug !== params.slug.toLowerCase()) throw redirect(`/blog/${slug}/versions${search}`, 301);
  linkHeader(`<${publicUrl}/blog/${slug}>; rel="latest-version"`);
  const shown = { post: { slug, title, notices }, marks };
  if (!searchParams.has('from')) return data({ ...shown, comparison: null });
  // As searches do, it takes much more time than a page.
  const counted = countSearch(site, { ip: clientIp, isSignedIn: viewer !== null });
  if (!counted.ok) {
    if (counted.failure.kind === 'too-many') retryAfter(counted.failure.retryAfter);
    return data({ ...shown, comparison: 'too-many' as const }, 429);
  }
  const [from, to] = ['from', 'to'].map((name) => recordNumber(`v${searchParams.get(name)}`));
  if (from == null || to == null) return data({ ...shown, comparison: null });
  const comparison = await compareRecords(site, slug, from, to);
  if (comparison === 'busy') return data({ ...shown, comparison: 'too-many' as const }, 429);
  return data({ ...shown, comparison });
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
  const { post, marks, comparison } = loaderData;
  const compared = comparison === 'too-many' ? null : comparison;
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
        {marks.toReversed().map((mark) => (
          <Mark key={mark.number} slug={post.slug} mark={mark} />
        ))}
      </ol>
      {marks.length < 2 ? null : <Choice marks={marks} {...compared} />}
      {comparison === 'too-many' ? <p className="mt-6">{strings.compare.tooMany}</p> : null}
      {compared === null ? null : <Changes {...compared} />}
    </div>
  );
}

function Mark({ slug, mark }: { slug: string; mark: RecordMark }) {
  const path = recordPath(slug, mark.number);
  return (
    <li className="border-line border-t pt-4">
      <p>
        <a href={path} className="prose-link font-medium">
          {versionLabel(mark.number)}
        </a>
        , <time dateTime={mark.date}>{longDate(mark.date)}</time>
      </p>
      {mark.note === '' ? null : (
        <p dir="auto" className="mt-1 whitespace-pre-line text-muted">
          {mark.note}
        </p>
      )}
      <p className="mt-1 text-muted text-sm">
        SHA-256 <code className="[overflow-wrap:anywhere]">{mark.sha256}</code>,{' '}
        <a href={`${path}.json`} className="prose-link">
          {strings.file}
        </a>
      </p>
    </li>
  );
}

type ChoiceProps = { marks: readonly RecordMark[]; from?: number; to?: number };

/** Works without scripts: a form that leads to this page. */
function Choice({ marks, from = marks.at(-2)?.number, to = marks.at(-1)?.number }: ChoiceProps) {
  return (
    <form method="get" className="mt-10 flex flex-wrap items-end gap-4">
      {[
        { name: 'from', label: strings.compare.from, value: from },
        { name: 'to', label: strings.compare.to, value: to },
      ].map(({ name, label, value }) => (
        <SelectField key={name} name={name} label={label} defaultValue={value}>
          {marks.map(({ number }) => (
            <option key={number} value={number}>
              {versionLabel(number)}
            </option>
          ))}
        </SelectField>
      ))}
      <Button type="submit" variant="secondary" className="min-h-12">
        {strings.compare.submit}
      </Button>
    </form>
  );
}

type ChangesProps = { from: number; to: number; changes: readonly ShownChange[] };

function Changes({ from, to, changes }: ChangesProps) {
  const isSame = changes.every(({ kind }) => kind === 'same' || kind === 'hidden');
  return (
    <section aria-labelledby="changes" className="mt-10">
      <h2 id="changes" className="display text-2xl">
        {strings.compare.heading
          .replace('{from}', versionLabel(from))
          .replace('{to}', versionLabel(to))}
      </h2>
      {isSame ? (
        <p className="mt-3 text-muted">{strings.compare.same}</p>
      ) : (
        <div className="record-changes">
          {changes.map((change, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is never reordered
            <Change key={index} change={change} />
          ))}
        </div>
      )}
    </section>
  );
}

function Change({ change }: { change: ShownChange }) {
  if (change.kind === 'removed') return <del>{change.text}</del>;
  if (change.kind === 'added') return <ins>{change.text}</ins>;
  if (change.kind !== 'hidden') return change.text;
  return (
    <details>
      <summary>{strings.compare.hidden.replace('{lines}', String(change.lines))}</summary>
      {change.text}
    </details>
  );
}
