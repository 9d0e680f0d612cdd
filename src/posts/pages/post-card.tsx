import type { ReactNode } from 'react';
import { post as strings } from '../../content/blog.ts';
import { longDate } from '../../ui/dates.ts';
import { Link } from '../../ui/link.tsx';
import { Subscripts } from '../../ui/subscripts.tsx';
import { Title } from '../../ui/unbroken.tsx';
import type { PostSummary } from '../post.ts';
import { Cover } from './cover.tsx';

export function PostCard({ post, eager }: { post: PostSummary; eager: boolean }) {
  return (
    <article className="post-card seats group">
      <div className="post-card-cover">
        <Cover src={post.coverImage} eager={eager} className="size-full object-cover" />
      </div>
      <div className="flex flex-1 flex-col p-6">
        <DateAndReadingTime post={post} />
        <h2 dir="auto" className="display post-card-title">
          <Link to={`/blog/${post.slug}`} className="after:absolute after:inset-0">
            <Title text={post.title} />
          </Link>
        </h2>
        <p dir="auto" className="mt-3 line-clamp-5 text-muted text-sm">
          <Subscripts text={post.description} />
        </p>
        <TagLine tags={post.tags} className="mt-auto pt-5" />
      </div>
    </article>
  );
}

type PostRowProps = { post: PostSummary; title: ReactNode; text: ReactNode };

export function PostRow({ post, title, text }: PostRowProps) {
  return (
    <article className="found-post">
      <DateAndReadingTime post={post} />
      <div>
        <h3 dir="auto" className="display text-xl">
          <Link to={`/blog/${post.slug}`} className="found-link">
            {title}
          </Link>
        </h3>
        <p dir="auto" className="mt-2 line-clamp-4 max-w-measure text-muted">
          {text}
        </p>
        <TagLine tags={post.tags} className="mt-3" />
      </div>
      <Cover src={post.coverImage} className="found-cover" />
    </article>
  );
}

function DateAndReadingTime({ post }: { post: PostSummary }) {
  return (
    <p className="flex flex-wrap gap-x-4 text-muted text-sm">
      <time dateTime={post.date}>{longDate(post.date)}</time>
      <span>{readingTimeLabel(post.readingTime)}</span>
    </p>
  );
}

export function readingTimeLabel(readingTime: number): string {
  return strings.readingTime.replace('{minutes}', String(readingTime));
}

export function TagLine({ tags, className }: { tags: readonly string[]; className: string }) {
  if (tags.length === 0) return null;
  return (
    <div className={`overflow-clip font-mono text-muted text-xs ${className}`}>
      <ul className="tag-line">
        {tags.map((tag) => (
          <li key={tag}>{tag}</li>
        ))}
      </ul>
    </div>
  );
}
