import { caller } from '../../../admin/caller.ts';
import { LoadFailure } from '../../../admin/load-failure.tsx';
import { orFail, pageLoader } from '../../../admin/session/page-loader.ts';
import type { preview } from '../../../posts/api/preview.ts';
import { privateMeta } from '../../../ui/seo.ts';
import { trustedHtml } from '../../../ui/trusted-types.ts';
import type { Route } from './+types/writing-help.ts';
import { EXAMPLE_REFERENCES, HELP } from './syntax-examples.ts';

const api = caller<typeof preview>();

export const meta: Route.MetaFunction = () => privateMeta('Writing help');

/** Renders the examples as a save would, so that none can be out of date. */
export const clientLoader = pageLoader(
  'Failed to load the examples.',
  async (_: Route.ClientLoaderArgs) => {
    const json = { content: HELP, references: EXAMPLE_REFERENCES };
    const { contentHtml } = orFail(await api('POST', '/admin/preview', { json }));
    return { __html: trustedHtml(contentHtml) };
  },
);

export default function WritingHelpPage({ loaderData: { loaded, failure } }: Route.ComponentProps) {
  return (
    <>
      <h1 className="display text-2xl">Writing help</h1>
      <p className="mt-1 max-w-prose text-muted text-sm">
        Posts are written in Markdown. A post that begins with a tag and is tagged throughout is
        HTML, and the tools are off there.
      </p>
      {loaded === null ? (
        <LoadFailure message={failure} />
      ) : (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has sanitized it
        <div className="prose mt-8 max-w-prose" dangerouslySetInnerHTML={loaded} />
      )}
    </>
  );
}
