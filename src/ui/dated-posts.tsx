import { longDate } from './dates.ts';
import { Link } from './link.tsx';
import { Subscripts } from './subscripts.tsx';

type DatedPostsProps = { posts: readonly { slug: string; title: string; date: string }[] };

/** Links to posts with their dates. */
export function DatedPosts({ posts }: DatedPostsProps) {
  return (
    <ul className="mt-4 border-line border-t">
      {posts.map(({ slug, title, date }) => (
        <li key={slug} className="border-line border-b py-4">
          <Link to={`/blog/${slug}`} dir="auto" className="found-link -my-3 block py-3 font-medium">
            <Subscripts text={title} />
          </Link>
          <time dateTime={date} className="mt-1 block text-muted text-sm">
            {longDate(date)}
          </time>
        </li>
      ))}
    </ul>
  );
}
