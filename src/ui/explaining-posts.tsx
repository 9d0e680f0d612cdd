import { Link } from './link.tsx';
import { Subscripts } from './subscripts.tsx';

type ExplainingPostsProps = { title: string; posts: readonly { slug: string; title: string }[] };

export function ExplainingPosts({ title, posts }: ExplainingPostsProps) {
  if (posts.length === 0) return null;
  return (
    <div className="mt-5 text-sm">
      <p className="text-muted">{title}</p>
      <ul>
        {posts.map(({ slug, title: postTitle }) => (
          <li key={slug}>
            <Link
              to={`/blog/${slug}`}
              dir="auto"
              className="prose-link inline-block text-balance py-2.5"
            >
              <Subscripts text={postTitle} />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
