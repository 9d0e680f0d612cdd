import { caller } from '../../../admin/caller.ts';
import { LoadFailure } from '../../../admin/load-failure.tsx';
import { orFail, pageLoader } from '../../../admin/session/page-loader.ts';
import type { preview } from '../../../posts/api/preview.ts';
import { privateMeta } from '../../../ui/seo.ts';
import { trustedHtml } from '../../../ui/trusted-types.ts';
import type { Route } from './+types/writing-help.ts';
import { isOnMac, keysShown } from './shortcuts.ts';
import {
  apart,
  EXAMPLE_REFERENCES,
  EXAMPLES_TOGETHER,
  SYNTAX_EXAMPLES,
} from './syntax-examples.ts';
import { TOOLS } from './toolbar.tsx';

const api = caller<typeof preview>();

export const meta: Route.MetaFunction = () => privateMeta('Writing help');

/** Renders the examples as a save would, so that none can be out of date. */
export const clientLoader = pageLoader(
  'Failed to load the examples.',
  async (_: Route.ClientLoaderArgs) => {
    const json = { content: EXAMPLES_TOGETHER, references: EXAMPLE_REFERENCES };
    const { contentHtml } = orFail(await api('POST', '/admin/preview', { json }));
    return apart(contentHtml).map((html) => ({ __html: trustedHtml(html) }));
  },
);

const BOX = 'rounded-md border border-line px-4 py-3';

/** How posts are written: what Markdown looks like and becomes, and the keys. */
export default function WritingHelpPage({ loaderData }: Route.ComponentProps) {
  const { loaded, failure } = loaderData;
  return (
    <div className="max-w-5xl">
      <h1 className="display text-2xl">Writing help</h1>
      <p className="mt-1 max-w-prose text-muted text-sm">
        Posts are written in Markdown. A post that begins with a tag and is tagged throughout is
        HTML, and the tools are off there.
      </p>
      {loaded === null ? <LoadFailure message={failure} /> : null}
      {(loaded === null ? [] : SYNTAX_EXAMPLES).map(({ name, source, note }, index) => (
        <section key={name} className="mt-8">
          <h2 className="font-medium text-lg">{name}</h2>
          <p className="max-w-prose text-muted text-sm empty:hidden">{note}</p>
          <div className="mt-2 grid gap-4 *:min-w-0 md:grid-cols-2">
            <pre
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard
              tabIndex={0}
              className={`overflow-x-auto whitespace-pre-wrap bg-surface font-mono text-sm ${BOX}`}
            >
              {source}
            </pre>
            <div
              className={`prose max-w-none ${BOX}`}
              // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has sanitized it
              dangerouslySetInnerHTML={loaded?.[index]}
            />
          </div>
        </section>
      ))}
      <Shortcuts />
    </div>
  );
}

function Shortcuts() {
  const isMac = isOnMac();
  const keys = [
    ...TOOLS.map(({ tool, name }) => [name, keysShown(tool, isMac)] as const),
    ['Insert', keysShown('insert', isMac)] as const,
    ['Full page', keysShown('full-page', isMac)] as const,
    ['Save and go on writing', isMac ? '⌘S' : 'Ctrl+S'] as const,
    ['Paste without formatting', isMac ? '⌘⇧V' : 'Ctrl+Shift+V'] as const,
  ];
  return (
    <section aria-labelledby="shortcuts" className="mt-12">
      <h2 id="shortcuts" className="font-medium text-lg">
        Shortcuts
      </h2>
      <dl className="mt-3 grid max-w-md grid-cols-[1fr_auto] gap-x-6 gap-y-2 text-sm">
        {keys.map(([name, shown]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd>
              <kbd className="font-mono">{shown}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
