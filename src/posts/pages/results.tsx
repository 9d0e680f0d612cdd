import { Fragment } from 'react';
import { search } from '../../content/blog.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { longDate } from '../../ui/dates.ts';
import { Link } from '../../ui/link.tsx';
import { NumberedPages } from '../../ui/numbered-pages.tsx';
import { Subscripts } from '../../ui/subscripts.tsx';
import type { Fragment as Excerpted } from '../excerpt.ts';
import type { SearchPage, SearchResult } from '../post-search.ts';
import { readingTimeLabel } from './post-card.tsx';
import { TagLine } from './tag-line.tsx';

type ResultsProps = SearchPage & { q: string; number: number; pages: number };

/** Search results, best first. */
export function Results({ q, results, total, isPartial, number, pages }: ResultsProps) {
  if (total === 0) return <NoResults q={q} />;
  const found = total === 1 ? search.found.one : search.found.many;
  const heading = isPartial ? search.partial.heading : found;
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 border-ink border-b pb-3">
        <h2 className="found-heading">
          {fillIn(heading.replace('{count}', total.toLocaleString('en')), q)}
        </h2>
        <AllPosts />
        {isPartial ? <p className="w-full text-muted text-sm">{search.partial.hint}</p> : null}
      </div>
      <ol>
        {results.map((result) => (
          <li key={result.post.id}>
            <Result {...result} />
          </li>
        ))}
      </ol>
      {pages > 1 ? (
        <NumberedPages
          label={search.pages}
          previous={search.better}
          next={search.worse}
          number={number}
          pages={pages}
          path={search.all.href}
          query={{ q }}
        />
      ) : null}
    </>
  );
}

function Result({ post, title, excerpt }: SearchResult) {
  return (
    <article className="found-post">
      <p className="flex flex-wrap gap-x-4 text-muted text-sm">
        <time dateTime={post.date}>{longDate(post.date)}</time>
        <span>{readingTimeLabel(post.readingTime)}</span>
      </p>
      <div>
        <h3 dir="auto" className="display text-xl">
          <Link to={`/blog/${post.slug}`} className="found-link">
            <Marked fragments={title} />
          </Link>
        </h3>
        <p dir="auto" className="mt-2 max-w-measure text-muted">
          <Marked fragments={excerpt} />
        </p>
        <TagLine tags={post.tags} className="mt-3" />
      </div>
    </article>
  );
}

function Marked({ fragments }: { fragments: readonly Excerpted[] }) {
  return fragments.map(({ text, found }, index) => {
    const Tag = found ? 'mark' : Fragment;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, which are never reordered
      <Tag key={index}>
        <Subscripts text={text} />
      </Tag>
    );
  });
}

function NoResults({ q }: { q: string }) {
  return (
    <div className="border-line border-t py-16">
      <h2 className="display break-words text-2xl">{fillIn(search.empty.title, q)}</h2>
      <p className="mt-3 mb-6 max-w-[60ch] text-muted">{search.empty.hint}</p>
      <ButtonLink variant="secondary" href={search.all.href}>
        {search.all.label}
      </ButtonLink>
    </div>
  );
}

/** Shown instead of results after too many searches. */
export function TooManySearches() {
  return (
    <div className="border-line border-t py-16">
      <h2 className="display text-2xl">{search.tooMany.title}</h2>
      <p className="mt-3 mb-6 max-w-[60ch] text-muted">{search.tooMany.hint}</p>
      <ButtonLink variant="secondary" href={search.all.href}>
        {search.all.label}
      </ButtonLink>
    </div>
  );
}

function AllPosts() {
  return (
    <Link to={search.all.href} className="prose-link inline-flex min-h-11 items-center text-sm">
      {search.all.label}
    </Link>
  );
}

/** A function, because the query may contain `$&`, a pattern of `replace`. */
function fillIn(text: string, q: string): string {
  return text.replace('{q}', () => q);
}
