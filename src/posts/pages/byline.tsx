import { Link } from '../../ui/link.tsx';
import { authorPath, nameKey, splitByline } from '../authors/author.ts';
import type { ReadPost } from '../post.ts';

/** The authors of a post; the names of those who have a page lead to it. */
export function Byline({ author, authors = [] }: Pick<ReadPost, 'author' | 'authors'>) {
  const records = new Map(authors.map((record) => [nameKey(record.name), record]));
  const parts = records.has(nameKey(author)) ? [author] : splitByline(author);
  return (
    <bdi>
      {parts.map((part, at) => {
        const record = records.get(nameKey(part));
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
