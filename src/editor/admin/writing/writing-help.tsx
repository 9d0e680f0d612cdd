import { useState } from 'react';
import { failureMessage } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import { LoadFailure } from '../../../admin/load-failure.tsx';
import { orLogin } from '../../../admin/session/expired-session.ts';
import type { preview } from '../../../posts/api/preview.ts';
import { privateMeta } from '../../../ui/seo.ts';
import { trustedHtml } from '../../../ui/trusted-types.ts';
import type { Route } from './+types/writing-help.ts';
import { isOnMac, keysShown } from './shortcuts.ts';
import { SYNTAX_EXAMPLES, type SyntaxExample } from './syntax-examples.ts';
import { TOOLS } from './toolbar.tsx';

const api = caller<typeof preview>();

type RenderedExample = SyntaxExample & { markup: { __html: string } };

export const meta: Route.MetaFunction = () => privateMeta('Writing help');

/** Renders each example as a save would, so that none can be out of date. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const url = new URL(request.url);
  const examples: RenderedExample[] = [];
  // One after another: a preview supersedes the one before it that still waits.
  for (const example of SYNTAX_EXAMPLES) {
    const json = { content: example.source, references: example.references };
    const answer = orLogin(await api('POST', '/admin/preview', { json }), url);
    if (!answer.ok) {
      const message = failureMessage(answer.failure, 'Failed to load the examples.');
      return { examples: null, failure: message };
    }
    examples.push({ ...example, markup: { __html: trustedHtml(answer.value.contentHtml) } });
  }
  return { examples, failure: '' };
}

/** How posts are written: what Markdown looks like and becomes, and the keys. */
export default function WritingHelpPage({ loaderData }: Route.ComponentProps) {
  const { examples, failure } = loaderData;
  return (
    <div className="max-w-5xl">
      <h1 className="display text-2xl">Writing help</h1>
      <p className="mt-1 max-w-prose text-muted text-sm">
        Posts are written in Markdown. A post that begins with a tag and is tagged throughout is
        HTML, and the tools are off there.
      </p>
      {examples === null ? <LoadFailure message={failure} /> : <Examples examples={examples} />}
      <Shortcuts />
    </div>
  );
}

function Examples({ examples }: { examples: readonly RenderedExample[] }) {
  return examples.map(({ name, source, note, markup }) => (
    <section key={name} className="mt-8">
      <h2 className="font-medium text-lg">{name}</h2>
      {note === undefined ? null : <p className="max-w-prose text-muted text-sm">{note}</p>}
      <div className="mt-2 grid gap-4 *:min-w-0 md:grid-cols-2">
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard
          tabIndex={0}
          className="overflow-x-auto whitespace-pre-wrap rounded-md border border-line bg-surface px-4 py-3 font-mono text-sm"
        >
          {source}
        </pre>
        <div
          className="prose max-w-none rounded-md border border-line px-4 py-3"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has sanitized it
          dangerouslySetInnerHTML={markup}
        />
      </div>
    </section>
  ));
}

function Shortcuts() {
  const [isMac] = useState(isOnMac);
  const command = isMac ? '⌘' : 'Ctrl+';
  const keys = [
    ...TOOLS.map(({ tool, name }) => [name, keysShown(tool, isMac)] as const),
    ['Insert', keysShown('insert', isMac)] as const,
    ['Save and stay', `${command}S`] as const,
    ['Paste without formatting', isMac ? '⌘⇧V' : 'Ctrl+Shift+V'] as const,
    ['Undo', `${command}Z`] as const,
  ];
  return (
    <section aria-labelledby="shortcuts" className="mt-12">
      <h2 id="shortcuts" className="font-medium text-lg">
        Shortcuts
      </h2>
      <dl className="mt-3 grid max-w-md grid-cols-[1fr_auto] gap-x-6 gap-y-2 text-sm">
        {keys.map(([name, shown]) =>
          shown === null ? null : (
            <div key={name} className="contents">
              <dt>{name}</dt>
              <dd>
                <kbd className="font-mono">{shown}</kbd>
              </dd>
            </div>
          ),
        )}
      </dl>
    </section>
  );
}
