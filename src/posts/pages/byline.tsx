import type { ReactNode } from 'react';
import { Link } from '../../ui/link.tsx';
import { authorPath } from '../authors/author.ts';
import type { ReadPost } from '../post.ts';

/** The authors of a post; the names of those who have a page lead to it. */
export function Byline({ author, authors = [] }: Pick<ReadPost, 'author' | 'authors'>) {
  const parts: ReactNode[] = [];
  let rest = author;
  for (const record of authors) {
    const at = rest.indexOf(record.name);
    // White space in a byline is not that of a name.
    if (at === -1) continue;
    parts.push(
      rest.slice(0, at),
      <Link key={rest.length} to={authorPath(record)} rel="author" className="prose-link">
        {record.name}
      </Link>,
    );
    rest = rest.slice(at + record.name.length);
  }
  return (
    <bdi>
      {parts}
      {rest}
    </bdi>
  );
}
