import type { ReactNode } from 'react';
import { longDate } from '../../ui/dates.ts';
import { Link } from '../../ui/link.tsx';
import type { PostSummary } from '../post.ts';
import { Cover } from './cover.tsx';
import { readingTimeLabel, TagLine } from './post-card.tsx';

type PostRowProps = { post: PostSummary; title: ReactNode; text: ReactNode };

/** A post as a row of a list, with the title and the text that the list shows of it. */
export function PostRow({ post, title, text }: PostRowProps) {
  return (
    <article className="found-post">
      <p className="flex flex-wrap gap-x-4 text-muted text-sm">
        <time dateTime={post.date}>{longDate(post.date)}</time>
        <span>{readingTimeLabel(post.readingTime)}</span>
      </p>
      <div>
        <h3 dir="auto" className="display text-xl">
          <Link to={`/blog/${post.slug}`} className="found-link">
            {title}
          </Link>
        </h3>
        <p dir="auto" className="mt-2 max-w-measure text-muted">
          {text}
        </p>
        <TagLine tags={post.tags} className="mt-3" />
      </div>
      <Cover src={post.coverImage} className="found-cover" />
    </article>
  );
}
