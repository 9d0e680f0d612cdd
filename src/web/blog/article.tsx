import { useEffect, useMemo } from 'react';
import { post as strings } from '../../content/blog.ts';
import { codeLabels } from '../../content/page-labels.ts';
import type { Post, Reference } from '../../domain/posts/post.ts';
import { longDate } from '../dates.ts';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { trustedHtml } from '../ui/trusted-types.ts';
import { addCopyButtons } from './copy-code.ts';
import { Cover } from './cover.tsx';
import { readingTimeLabel } from './post-card.tsx';

type ArticleProps = {
  post: Omit<Post, 'content'>;
  /** Shown above a post that is not public. */
  banner: string | null;
};

/** A post in full (specification section 2, "Blog post"). */
export function Article({ post, banner }: ArticleProps) {
  const { contentHtml } = post;
  const body = useMemo(() => ({ __html: trustedHtml(contentHtml) }), [contentHtml]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other code blocks
  useEffect(() => addCopyButtons(codeLabels), [contentHtml]);
  return (
    <article className="page pt-28 md:pt-36">
      {banner === null ? null : (
        <p role="status" className="draft-banner">
          {banner}
        </p>
      )}
      <header className="grid gap-x-12 gap-y-8 lg:grid-cols-12 lg:items-end">
        <div className="lg:col-span-7">
          <BackToBlog />
          <div className="mt-6 flex flex-wrap gap-2 text-sm">
            <span className="chip">
              <Icon name="calendar" strokeWidth={2} className="size-4" />
              <time dateTime={post.date}>{longDate(post.date)}</time>
            </span>
            <span className="chip">
              <Icon name="clock" strokeWidth={2} className="size-4" />
              {readingTimeLabel(post.readingTime)}
            </span>
          </div>
          <h1 dir="auto" className="display article-title">
            {post.title}
          </h1>
          {post.description === '' ? null : (
            <p dir="auto" className="mt-5 font-display text-lg text-muted leading-snug">
              {post.description}
            </p>
          )}
          <p className="mt-5 text-muted text-sm">
            {strings.byline} <bdi>{post.author}</bdi>
          </p>
          {post.tags.length === 0 ? null : (
            <ul aria-label={strings.tags} className="mt-4 flex flex-wrap gap-2">
              {post.tags.map((tag) => (
                <li key={tag} dir="auto" className="tag">
                  {tag}
                </li>
              ))}
            </ul>
          )}
        </div>
        <figure className="lg:col-span-5">
          <Cover src={post.coverImage} eager className="article-cover" />
          {post.coverImageCaption === '' ? null : (
            <figcaption dir="auto" className="mt-2 text-muted text-sm">
              {post.coverImageCaption}
            </figcaption>
          )}
        </figure>
      </header>
      <div className="mt-10 border-line border-t pt-10 md:mt-14 md:pt-14 lg:ps-[16.67%]">
        <div
          className="prose"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized when it was saved
          dangerouslySetInnerHTML={body}
        />
        <References references={post.references} />
        <p className="mt-16">
          <BackToBlog />
        </p>
      </div>
    </article>
  );
}

function BackToBlog() {
  return (
    <Link
      to={strings.back.href}
      className="inline-flex min-h-11 items-center gap-2 text-sm text-teal hover:underline"
    >
      <Icon name="arrow-left" strokeWidth={2} className="size-4" />
      {strings.back.label}
    </Link>
  );
}

function References({ references }: { references: readonly Reference[] }) {
  if (references.length === 0) return null;
  return (
    <section aria-labelledby="references" className="mt-16 max-w-[72ch] border-line border-t pt-8">
      <h2 id="references" className="display text-2xl">
        {strings.references}
      </h2>
      <ol className="mt-6 space-y-5">
        {references.map((reference) => (
          <li key={`${reference.url} ${reference.title}`} className="reference">
            <ReferenceLink reference={reference} />
            <span className="eyebrow ml-3">{reference.type}</span>
            {reference.description === '' ? null : (
              <p dir="auto" className="mt-1 text-muted text-sm">
                {reference.description}
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Only http(s) URLs become links, whatever the database holds. */
function ReferenceLink({ reference: { url, title } }: { reference: Reference }) {
  const label = title === '' ? url : title;
  return /^https?:\/\//i.test(url) ? (
    <a href={url} rel="noopener" dir="auto" className="prose-link [overflow-wrap:anywhere]">
      {label}
    </a>
  ) : (
    <span className="[overflow-wrap:anywhere]">{label}</span>
  );
}

export function ArticleSkeleton() {
  return (
    <div role="status" className="page pt-28 md:pt-36">
      <span className="sr-only">{strings.loading}</span>
      <div aria-hidden="true" className="grid gap-12 lg:grid-cols-12">
        <div className="space-y-5 lg:col-span-7">
          <div className="skeleton h-5 w-32" />
          <div className="skeleton h-8 w-64" />
          <div className="skeleton h-14 w-11/12" />
          <div className="skeleton h-14 w-2/3" />
        </div>
        <div className="skeleton aspect-video lg:col-span-5" />
        <div className="space-y-4 lg:col-span-8">
          <div className="skeleton h-4 w-full" />
          <div className="skeleton h-4 w-11/12" />
          <div className="skeleton h-4 w-full" />
          <div className="skeleton h-4 w-3/4" />
        </div>
      </div>
    </div>
  );
}
