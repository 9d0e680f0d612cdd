import { BackLink } from '../../../admin/back-link.tsx';
import { caller } from '../../../admin/caller.ts';
import { DASHBOARD } from '../../../admin/dashboard-path.ts';
import { LoadFailure } from '../../../admin/load-failure.tsx';
import { orFail, pageLoader } from '../../../admin/session/page-loader.ts';
import { valuesOfPost } from '../../../posts/admin/post-form-values.ts';
import { restoredDraft } from '../../../posts/admin/revisions/history.ts';
import type { revisions } from '../../../posts/api/revisions.ts';
import { privateMeta } from '../../../ui/seo.ts';
import { draftsOf } from '../drafts/drafts.ts';
import { continuedText } from '../drafts/unsaved-drafts.tsx';
import type { Route } from './+types/edit-post.ts';
import { PostForm } from './post-form.tsx';
import { type FormStart, latestOf, readStored, savedValues } from './read-stored.ts';

/** With this title exactly (specification section 2). */
export const meta: Route.MetaFunction = ({ loaderData }) => {
  const title = `Edit: ${loaderData?.loaded?.post?.title ?? 'post'}`;
  return privateMeta(title).map((tag) => ('title' in tag ? { title } : tag));
};

export const clientLoader = pageLoader(
  '',
  async ({ params, request }: Route.ClientLoaderArgs): Promise<FormStart> => {
    const query = new URL(request.url).searchParams;
    const stored = orFail(await readStored(params.slug));
    const { id, slug } = stored.post;
    const { drafts, writers } = await draftsOf(id, savedValues(stored));
    const start = { ...stored, id, writers };
    const version = Number(query.get('restore'));
    if (version === 0) {
      const count = query.has('draft') ? 1 : 0;
      const [resumed = null] = drafts.slice(0, count);
      const continued = continuedText(resumed);
      return { ...start, resumed, continued, offered: drafts.slice(count) };
    }
    const path = '/admin/blog/posts/:slug/revisions/:version';
    const call = { param: { slug, version } };
    const revision = orFail(await caller<typeof revisions>()('GET', path, call));
    const current = latestOf(stored);
    const resumed = {
      post: id,
      tab: '',
      values: valuesOfPost(restoredDraft(revision, current), window.location.origin),
      base: current.etag,
      savedAt: revision.savedAt,
    };
    return { ...start, resumed, continued: `This is revision ${version}.`, offered: drafts };
  },
);

export default function EditPost({ loaderData: { loaded, failure } }: Route.ComponentProps) {
  if (loaded !== null) return <PostForm key={loaded.id} start={loaded} />;
  return (
    <div className="space-y-5">
      <BackLink to={DASHBOARD}>Back to Dashboard</BackLink>
      <h1 className="display text-2xl">Edit Blog Post</h1>
      <LoadFailure message="Failed to load post. Please try again." reason={failure} />
    </div>
  );
}
