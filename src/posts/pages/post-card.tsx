import type { ReactNode } from 'react';
import { post as strings } from '../../content/blog.ts';
import { longDate } from '../../ui/dates.ts';
import { Link } from '../../ui/link.tsx';
import { Subscripts } from '../../ui/subscripts.tsx';
import { Title } from '../../ui/unbroken.tsx';
import type { PostSummary } from '../post.ts';
import { Cover, FRAMED } from './cover.tsx';

export const SKELETON = 'skeleton rounded-md bg-ink/8 motion-safe:animate-pulse';

export const CARD =
  'post-card relative flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface';

/** Where there are three columns, the first card spans two, and the picture of the second grows until both are as high. */
export function PostCard({ post, index }: { post: PostSummary; index: number }) {
  const [cover = '', text = '', title = 'lg:max-[80rem]:text-[1.4rem]'] =
    [
      ['lg:aspect-[2.05]', '', 'lg:text-2xl'],
      ['lg:flex-[1_0_auto]', 'lg:flex-none'],
    ][index] ?? [];
  return (
    <article className={`${CARD} seats group`}>
      <div className={`aspect-video overflow-hidden border-line border-b ${cover}`}>
        <Cover src={post.coverImage} eager={index < 2} className="size-full object-cover" />
      </div>
      <div className={`flex flex-1 flex-col p-6 ${text}`}>
        <DateAndReadingTime post={post} />
        <h2 dir="auto" className={`display mt-3 text-xl ${title}`}>
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
    <article className="grid gap-x-8 gap-y-2 border-line border-b py-7 min-[48rem]:max-lg:grid-cols-[minmax(0,1fr)_12rem] lg:grid-cols-[2fr_minmax(0,7fr)_2.5fr] lg:items-baseline lg:*:first:flex-col">
      <DateAndReadingTime post={post} />
      <div>
        <h3 dir="auto" className="display text-xl">
          <Link to={`/blog/${post.slug}`} className="hover:text-teal">
            {title}
          </Link>
        </h3>
        <p dir="auto" className="mt-2 line-clamp-4 max-w-measure text-muted">
          {text}
        </p>
        <TagLine tags={post.tags} className="mt-3" />
      </div>
      <Cover
        src={post.coverImage}
        className={`self-start max-[48rem]:hidden min-[48rem]:max-lg:col-start-2 min-[48rem]:max-lg:row-span-2 min-[48rem]:max-lg:row-start-1 ${FRAMED}`}
      />
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

/** Points between tags; one that would begin a line is beyond the edge. A long tag goes on where it began. */
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
