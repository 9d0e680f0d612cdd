import { post as strings } from '../../content/blog.ts';
import { Link } from '../../ui/link.tsx';

/** `DRAFT_PREVIEW_SCRIPT` looks for it. */
export function PostNotFound({ slug }: { slug: string }) {
  const { title, message } = strings.notFound;
  return (
    <div data-post-missing="" className="page pt-40 pb-16">
      <h1 className="display text-4xl">{title}</h1>
      <p className="mt-4 text-lg text-muted [overflow-wrap:anywhere]">
        {message.replace('{slug}', () => slug)}
      </p>
      <p className="mt-8">
        <Link to={strings.back.href} className="prose-link -my-3 inline-block py-3">
          {strings.back.label}
        </Link>
      </p>
    </div>
  );
}
