import { Fragment } from 'react';
import { search } from '../../content/blog.ts';
import { ListHeading, ListNotice, WholeList } from '../../ui/list-page.tsx';
import { NumberedPages } from '../../ui/numbered-pages.tsx';
import { Subscripts } from '../../ui/subscripts.tsx';
import type { Fragment as Excerpted } from '../excerpt.ts';
import type { SearchPage } from '../post-search.ts';
import { PostRow } from './post-row.tsx';

type ResultsProps = SearchPage & { q: string; number: number; pages: number };

/** Search results, best first. */
export function Results({ q, results, total, isPartial, number, pages }: ResultsProps) {
  if (total === 0) {
    const { title, hint } = search.empty;
    return <ListNotice title={fillIn(title, q)} hint={hint} ways={[search.all]} />;
  }
  const found = total === 1 ? search.found.one : search.found.many;
  const heading = isPartial ? search.partial.heading : found;
  return (
    <>
      <ListHeading
        title={fillIn(heading.replace('{count}', total.toLocaleString('en')), q)}
        hint={isPartial ? search.partial.hint : null}
      >
        <WholeList {...search.all} />
      </ListHeading>
      <ol>
        {results.map((result) => (
          <li key={result.post.id}>
            <PostRow
              post={result.post}
              title={<Marked fragments={result.title} />}
              text={<Marked fragments={result.excerpt} />}
            />
          </li>
        ))}
      </ol>
      <NumberedPages
        label={search.pages}
        previous={search.better}
        next={search.worse}
        number={number}
        pages={pages}
        path={search.all.href}
        query={{ q }}
      />
    </>
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

/** A function, because the query may contain `$&`, a pattern of `replace`. */
function fillIn(text: string, q: string): string {
  return text.replace('{q}', () => q);
}
