import { Fragment } from 'react';
import { post as strings } from '../../content/blog.ts';
import { type ListedReference, listReferences } from '../../science/references/reference-list.ts';
import { Subscripts } from '../../ui/subscripts.tsx';
import { Unbroken } from '../../ui/unbroken.tsx';
import type { Post } from '../post.ts';

export function References({ post }: { post: Omit<Post, 'content'> }) {
  const { contentHtml, references, citationStyle } = post;
  if (references.length === 0) return null;
  const { listed, peeks } = listReferences(contentHtml, references, citationStyle);
  return (
    <>
      <section
        aria-labelledby="references"
        className="mt-16 max-w-measure border-line border-t pt-8"
      >
        <h2 id="references" className="display text-2xl">
          {strings.references}
        </h2>
        <ol className="mt-6 space-y-5">
          {listed.map((entry) => (
            <li key={entry.number} id={entry.id} className="reference break-inside-avoid">
              <Formatted entry={entry} />
              {entry.type === null ? null : <span className="eyebrow ml-3">{entry.type}</span>}
              <BackLinks entry={entry} />
              {entry.description === '' ? null : (
                <p dir="auto" className="mt-1 text-muted text-sm">
                  <Subscripts text={entry.description} />
                </p>
              )}
            </li>
          ))}
        </ol>
      </section>
      <Popovers peeks={peeks} />
    </>
  );
}

function Formatted({ entry: { runs, url } }: { entry: ListedReference }) {
  return (
    <span dir="auto">
      {runs.map(({ text, role }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the runs of one reference never move
        <Fragment key={index}>
          {role === 'title' ? (
            <ReferenceLink url={url} label={text} />
          ) : role === 'container' ? (
            <i>{text}</i>
          ) : (
            <Unbroken text={text.replace(PAGES, '$1–$2')} />
          )}
        </Fragment>
      ))}
    </span>
  );
}

/** Matches the page range at the end of a citation. */
const PAGES = /(:[A-Z]?\d+)-([A-Z]?\d+)(?=\. ?$|$)/i;

function ReferenceLink({ url, label }: { url: string | null; label: string }) {
  const text = <Subscripts text={label} />;
  return url === null ? (
    text
  ) : (
    <a href={url} rel="noopener" dir="auto" className="prose-link">
      {text}
    </a>
  );
}

/** No line begins with the first two, as it might with boxes in the line (`inline-block`). */
function BackLinks({ entry: { number, citations } }: { entry: ListedReference }) {
  return citations.map((id, index) => (
    <Fragment key={id}>
      {index < 2 ? '\u00a0' : ' '}
      <a
        href={`#${id}`}
        aria-label={strings.backToCitation
          .replace('{citation}', String(index + 1))
          .replace('{number}', String(number))}
        className="citation-back prose-link whitespace-nowrap px-0.5 py-1"
      >
        ↑{citations.length > 1 ? <sup>{index + 1}</sup> : null}
      </a>
    </Fragment>
  ));
}

function Popovers({ peeks }: { peeks: ReadonlyMap<string, ListedReference[]> }) {
  return [...peeks].map(([id, entries]) => (
    <section
      key={id}
      id={id}
      popover="auto"
      aria-label={strings.references}
      className="text-popover citation-popover"
    >
      {entries.map((entry) => (
        <p key={entry.number}>
          <a
            href={entry.href}
            aria-label={strings.toReference.replace('{number}', String(entry.number))}
            className="prose-link"
          >
            {entry.number}
          </a>{' '}
          <Formatted entry={entry} />
        </p>
      ))}
      <button type="button" popoverTarget={id} popoverTargetAction="hide">
        {strings.closePopover}
      </button>
    </section>
  ));
}
