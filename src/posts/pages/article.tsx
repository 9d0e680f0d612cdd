import { Fragment, type ReactNode, useEffect, useMemo } from 'react';
import { post as strings } from '../../content/blog.ts';
import { codeLabels } from '../../content/page-labels.ts';
import type { ShownTerm } from '../../science/glossary/term.ts';
import { attributesOf, elementsOf, type Tag, textOfHtml } from '../../server/html/read-tags.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { longDate } from '../../ui/dates.ts';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { Subscripts } from '../../ui/subscripts.tsx';
import { trustedHtml } from '../../ui/trusted-types.ts';
import { Title, Unbroken } from '../../ui/unbroken.tsx';
import { authorPath, nameKey, splitByline } from '../authors/author.ts';
import { moveDataLinks } from '../data-links.ts';
import type { ReadPost } from '../post.ts';
import articlePrintStyle from './article-print.css?url';
import { Cover, FRAMED } from './cover.tsx';
import { enhanceArticle } from './enhance-article.ts';
import { Notices } from './notices.tsx';
import postStyle from './post.css?url';
import { readingTimeLabel, SKELETON } from './post-card.tsx';
import { References } from './references.tsx';
import { AiNotice, BANNER, Statements } from './statements.tsx';

/** A longer mention may break over lines, where no button can lie on it. */
const MAX_WHOLE = 32;

/**
 * The words stay beside the buttons, which lie over them: reader modes and printers leave buttons
 * out.
 */
export function linkTerms(html: string, terms: readonly ShownTerm[]): string {
  let [linked, from] = ['', 0];
  for (const [index, { term, start, end }] of terms.entries()) {
    const words = html.slice(start, end);
    const isWhole = textOfHtml(words).length <= MAX_WHOLE;
    const label = escapeAttribute(strings.terms.button.replace('{term}', () => term));
    const button = `<button type="button" popovertarget="${idOf(index)}" aria-label="${label}"></button>`;
    linked += html.slice(from, start);
    linked += `<span class="term${isWhole ? '' : ' term-long'}">${words}${button}</span>`;
    from = end;
  }
  return linked + html.slice(from);
}

export function TermDefinitions({ terms }: { terms: readonly ShownTerm[] }) {
  return terms.map(({ term, definition }, index) => (
    <div key={term} id={idOf(index)} popover="auto" className="text-popover">
      <p dir="auto">
        <strong>
          <Subscripts text={term} />
        </strong>{' '}
        <Unbroken text={definition} />
      </p>
      <a href={`/glossary?q=${encodeURIComponent(term)}`} className="prose-link">
        {strings.terms.glossary}
      </a>
      <button type="button" popoverTarget={idOf(index)} popoverTargetAction="hide">
        {strings.closePopover}
      </button>
    </div>
  ));
}

/** Cannot be an id of an author: those have a prefix. */
function idOf(index: number): string {
  return `term-${index + 1}`;
}

function escapeAttribute(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

type Heading = {
  level: 2 | 3;
  id: string;
  text: readonly (string | { tag: 'sub' | 'sup'; text: string })[];
};

/** Fewer headings need no table of contents. */
const MIN_HEADINGS = 4;
const MAX_HEADINGS = 40;

const FOOTNOTES = 'footnote-label';

export function contentsOf(contentHtml: string): Heading[] {
  const elements = elementsOf(contentHtml, ({ name }) => name === 'h2' || name === 'h3');
  const headings = [...elements].flatMap(({ name, attributes, inner }): Heading[] => {
    const id = attributes.get('id');
    if (id === undefined || id === FOOTNOTES) return [];
    return [{ level: name === 'h2' ? 2 : 3, id, text: textOf(inner) }];
  });
  if (headings.length < MIN_HEADINGS) return [];
  return headings.filter(({ level }) => level === 2 || headings.length <= MAX_HEADINGS);
}

function textOf(markup: string): Heading['text'] {
  const isSpecial = (tag: Tag) =>
    ['sub', 'sup'].includes(tag.name) ||
    attributesOf(markup, tag).get('class') === 'heading-anchor';
  const text: Heading['text'][number][] = [];
  let from = 0;
  for (const { name, inner, start, end } of elementsOf(markup, isSpecial)) {
    text.push(textOfHtml(markup.slice(from, start)));
    if ((name === 'sub' || name === 'sup') && !inner.includes(' data-footnote-ref')) {
      text.push({ tag: name, text: textOfHtml(inner) });
    }
    from = end;
  }
  return [...text, textOfHtml(markup.slice(from))].filter((piece) => piece !== '');
}

function TableOfContents({ contentHtml }: { contentHtml: string }) {
  const headings = contentsOf(contentHtml);
  if (headings.length === 0) return null;
  return (
    <nav
      aria-label={strings.contents}
      className="post-contents mb-10 text-sm leading-[1.4] lg:sticky lg:top-26 lg:col-start-2 lg:row-start-1 lg:max-h-[calc(100vh-8rem)] lg:self-start lg:overflow-y-auto min-[80rem]:col-start-1 print:hidden"
    >
      <p
        aria-hidden="true"
        className="eyebrow mb-2 hidden lg:supports-[selector(::details-content)]:block"
      >
        {strings.contents}
      </p>
      {/* The rule above the text is that of the fold, too. */}
      <details className="-mt-10 border-line border-b md:max-lg:-mt-14 lg:mt-0 lg:border-0 lg:details-content:[content-visibility:visible]">
        <summary className="cursor-pointer py-3 font-medium lg:supports-[selector(::details-content)]:hidden">
          {strings.contents}
        </summary>
        <ol className="pb-3 text-muted">
          {headings.map(({ id, level, text }) => (
            <li key={id} className={level === 3 ? 'pl-4' : undefined}>
              <a href={`#${id}`} dir="auto" className="block py-3 hover:text-teal lg:py-[0.3rem]">
                {text.map((piece, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a heading do not move
                  <Fragment key={index}>
                    {typeof piece === 'string' ? piece : <piece.tag>{piece.text}</piece.tag>}
                  </Fragment>
                ))}
              </a>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  );
}

const CHIP =
  'inline-flex items-center gap-2 rounded-full bg-stone-tint px-3 py-1 text-stone text-xs';

type ArticleProps = {
  post: Omit<ReadPost, 'content'>;
  banner: string | null;
  /** What leads to its data, before the name of a file, where the post is not public; null for nothing. */
  dataPath?: string | null;
  note?: ReactNode;
  after?: ReactNode;
  url?: string;
};

/** A post in full (specification section 2, "Blog post"). */
export function Article({ post, banner, note, dataPath, after, url }: ArticleProps) {
  const { contentHtml, id, terms, notices = [] } = post;
  const body = useMemo(() => {
    const linked = linkTerms(contentHtml, terms ?? []);
    const html = dataPath === undefined ? linked : moveDataLinks(linked, id, dataPath);
    return { __html: trustedHtml(html) };
  }, [contentHtml, id, terms, dataPath]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other code blocks and tables
  useEffect(() => enhanceArticle(codeLabels.text, codeLabels.name, codeLabels.done), [contentHtml]);
  return (
    <article className="page pt-28 md:pt-36">
      <link rel="stylesheet" href={postStyle} precedence="default" />
      <link rel="stylesheet" href={articlePrintStyle} media="print" precedence="print" />
      {banner === null ? null : (
        <p role="status" className={BANNER}>
          {banner}
        </p>
      )}
      {note}
      <Notices notices={notices} />
      <AiNotice post={post} />
      <header className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,var(--measure))_minmax(0,1fr)] lg:items-start lg:gap-x-10 min-[80rem]:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] min-[80rem]:gap-x-12">
        <div>
          <p data-screen-only="">
            <BackLink {...strings.back} />
          </p>
          <div className="mt-6 flex flex-wrap gap-2 text-sm">
            <span className={CHIP}>
              <Icon name="calendar" strokeWidth={2} className="size-4" />
              <time dateTime={post.date}>{longDate(post.date)}</time>
            </span>
            <span className={CHIP}>
              <Icon name="clock" strokeWidth={2} className="size-4" />
              {readingTimeLabel(post.readingTime)}
            </span>
          </div>
          <h1 dir="auto" className="display mt-5 text-[clamp(2.25rem,1.7rem+2.3vw,3.5rem)]">
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
          <p className="mt-5 text-muted text-sm">
            {strings.byline} <Byline {...post} />
          </p>
          {url === undefined ? null : <p className="hidden print:block">{url}</p>}
          {post.tags.length === 0 ? null : (
            <ul aria-label={strings.tags} className="mt-4 flex flex-wrap gap-2">
              {post.tags.map((tag) => (
                <li key={tag} dir="auto" className={CHIP}>
                  {tag}
                </li>
              ))}
            </ul>
          )}
        </div>
        <figure className={post.coverImageCaption === '' ? 'print:hidden' : undefined}>
          <Cover src={post.coverImage} eager className={`${FRAMED} print:max-h-[60mm]`} />
          {post.coverImageCaption === '' ? null : (
            <figcaption dir="auto" className="mt-2 text-muted text-sm">
              <Subscripts text={post.coverImageCaption} />
            </figcaption>
          )}
        </figure>
      </header>
      <div className="article-body mt-10 border-line border-t pt-10 [--gap:2.5rem] [--margin:17rem] md:mt-14 md:pt-14 lg:grid lg:grid-cols-[minmax(0,var(--measure))_minmax(0,1fr)] lg:gap-x-(--gap) min-[80rem]:grid-cols-[minmax(0,1fr)_calc(var(--measure)+var(--gap)+var(--margin))] print:mt-6 print:pt-6">
        <TableOfContents contentHtml={contentHtml} />
        <div className="article-column lg:col-start-1 lg:row-start-1 min-[80rem]:col-start-2">
          <div
            className="prose"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized when it was saved
            dangerouslySetInnerHTML={body}
          />
          <TermDefinitions terms={terms ?? []} />
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

export function ArticleSkeleton() {
  return (
    <div role="status" className="page pt-28 md:pt-36">
      <span className="sr-only">{strings.loading}</span>
      <div aria-hidden="true" className="grid gap-12 lg:grid-cols-12">
        <div className={`h-72 lg:col-span-7 ${SKELETON}`} />
        <div className={`aspect-video lg:col-span-5 ${SKELETON}`} />
      </div>
    </div>
  );
}

export function Byline({ author, authors = [] }: Pick<ReadPost, 'author' | 'authors'>) {
  const find = (name: string) => authors.find((record) => nameKey(record.name) === nameKey(name));
  const parts = find(author) === undefined ? splitByline(author) : [author];
  return (
    <bdi>
      {parts.map((part, at) => {
        const record = find(part);
        return record === undefined ? (
          part
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a byline may name somebody twice
          <Link key={at} to={authorPath(record)} rel="author" className="prose-link">
            {part}
          </Link>
        );
      })}
    </bdi>
  );
}
