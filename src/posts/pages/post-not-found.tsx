import { post as strings } from '../../content/blog.ts';
import { BackLink } from '../../ui/back-link.tsx';
import NotFoundScreen from '../../ui/not-found-screen.tsx';

/** `DRAFT_PREVIEW_SCRIPT` looks for it. */
export function PostNotFound({ slug }: { slug: string }) {
  const { title, message } = strings.notFound;
  return (
    <div data-post-missing="">
      <NotFoundScreen title={title} text={message.replace('{slug}', () => slug)}>
        <p className="mt-8">
          <BackLink {...strings.back} />
        </p>
      </NotFoundScreen>
    </div>
  );
}
