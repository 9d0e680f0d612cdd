import { type ReactNode, useEffect, useMemo } from 'react';
import { post as strings } from '../../content/blog.ts';
import { codeLabels } from '../../content/page-labels.ts';
import type { ShownTerm } from '../../science/glossary/term.ts';
import { moveDataLinks } from '../../text/data-links.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { longDate } from '../../ui/dates.ts';
import { Icon } from '../../ui/icon.tsx';
import mathStyle from '../../ui/math.css?url';
import { Subscripts } from '../../ui/subscripts.tsx';
import { trustedHtml } from '../../ui/trusted-types.ts';
import { Title } from '../../ui/unbroken.tsx';
import type { ReadPost } from '../post.ts';
import articlePrintStyle from './article-print.css?url';
import { Byline } from './byline.tsx';
import { Cover } from './cover.tsx';
import { enhanceArticle } from './enhance-article.ts';
import { Notices } from './notices.tsx';
import postStyle from './post.css?url';
import { readingTimeLabel } from './post-card.tsx';
import { References } from './references.tsx';
import { AiNotice, Statements } from './statements.tsx';
import { TableOfContents } from './table-of-contents.tsx';
import { linkTerms, TermDefinitions } from './terms.tsx';

type ArticleProps = {
  post: Omit<ReadPost, 'content'>;
  /** Shown above a post that is not public. */
  banner: string | null;
  /** What leads to its data, before the name of a file, where the post is not public; null for nothing. */
  dataPath?: string | null;
  /** Stands above everything else. */
  note?: ReactNode;
  /** Stands below the references. */
  after?: ReactNode;
  /** The address of a public post, printed below its title. */
  url?: string;
};

/** A post in full (specification section 2, "Blog post"). */
export function Article({ post, banner, note, dataPath, after, url }: ArticleProps) {
  const { contentHtml, id, terms = NO_TERMS, notices = [] } = post;
  const body = useMemo(() => {
    const linked = linkTerms(contentHtml, terms);
    const html = dataPath === undefined ? linked : moveDataLinks(linked, id, dataPath);
    return { __html: trustedHtml(html) };
  }, [contentHtml, id, terms, dataPath]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other code blocks and tables
  useEffect(() => enhanceArticle(codeLabels.text, codeLabels.name, codeLabels.done), [contentHtml]);
  return (
    <article
      className="page pt-28 md:pt-36"
      data-site={url === undefined ? undefined : new URL(url).origin}
    >
      <link rel="stylesheet" href={postStyle} precedence="default" />
      <link rel="stylesheet" href={articlePrintStyle} media="print" precedence="print" />
      {contentHtml.includes('<math') && (
        <link rel="stylesheet" href={mathStyle} precedence="default" />
      )}
      {banner === null ? null : (
        <p role="status" className="draft-banner">
          {banner}
        </p>
      )}
      {note}
      <Notices notices={notices} />
      <AiNotice post={post} />
      <header className="article-head">
        <div>
          <p data-screen-only="">
            <BackLink {...strings.back} />
          </p>
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
            <Title text={post.title} />
          </h1>
          {post.description === '' ? null : (
            <p
              dir="auto"
              className="mt-5 text-balance font-display text-lg text-muted leading-snug"
            >
              <Subscripts text={post.description} />
            </p>
          )}
          <p className="mt-5 text-muted text-sm [overflow-wrap:anywhere]">
            {strings.byline} <Byline {...post} />
          </p>
          {url === undefined ? null : <p className="hidden print:block">{url}</p>}
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
        <figure>
          <Cover src={post.coverImage} eager className="article-cover" />
          {post.coverImageCaption === '' ? null : (
            <figcaption dir="auto" className="mt-2 text-muted text-sm">
              <Subscripts text={post.coverImageCaption} />
            </figcaption>
          )}
        </figure>
      </header>
      <div className="article-body mt-10 border-line border-t pt-10 md:mt-14 md:pt-14">
        <TableOfContents contentHtml={contentHtml} />
        <div className="article-column">
          <div
            className="prose"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized when it was saved
            dangerouslySetInnerHTML={body}
          />
          <TermDefinitions terms={terms} />
          <References post={post} />
          <Statements post={post} />
          {after}
          <p data-screen-only="" className="mt-16">
            <BackLink {...strings.back} />
          </p>
        </div>
      </div>
    </article>
  );
}

const NO_TERMS: readonly ShownTerm[] = [];

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
