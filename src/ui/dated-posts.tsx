import { longDate } from './dates.ts';
import { Link } from './link.tsx';
import { Subscripts } from './subscripts.tsx';

const ROW =
  'found-post grid gap-x-8 gap-y-2 border-line border-b py-7 lg:grid-cols-[3fr_9fr] lg:items-baseline';

type DatedPostsProps = { posts: readonly { slug: string; title: string; date: string }[] };

export function DatedPosts({ posts }: DatedPostsProps) {
  return (
    <ul className="mt-4 border-line border-t">
      {posts.map(({ slug, title, date }) => (
        <li key={slug} className={ROW}>
          <time dateTime={date} className="whitespace-nowrap pt-1 text-muted text-sm">
            {longDate(date)}
          </time>
          <Link
            to={`/blog/${slug}`}
            dir="auto"
            className="display hover:text-teal -my-2 text-balance py-2 text-xl"
          >
            <Subscripts text={title} />
          </Link>
        </li>
      ))}
    </ul>
  );
}
