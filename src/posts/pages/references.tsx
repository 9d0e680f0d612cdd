import { Fragment } from 'react';
import { post as strings } from '../../content/blog.ts';
import {
  type ListedReference,
  listReferences,
  peeksOf,
  referenceHref,
  referenceId,
} from '../../science/references/reference-list.ts';
import { Subscripts } from '../../ui/subscripts.tsx';
import { Unbroken } from '../../ui/unbroken.tsx';
import type { Post } from '../post.ts';

/** The references of a post: those that its text cites first, with links back to the citations. */
export function References({ post }: { post: Omit<Post, 'content'> }) {
  const { contentHtml, references, citationStyle } = post;
  if (references.length === 0) return null;
  const listed = listReferences(contentHtml, references, citationStyle);
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
            <li
              key={entry.number}
              id={entry.citations.length > 0 ? referenceId(entry.reference.key ?? '') : undefined}
              className="reference"
            >
              <Formatted entry={entry} />
              {entry.runs ? null : <span className="eyebrow ml-3">{entry.reference.type}</span>}
              <BackLinks entry={entry} />
              {entry.reference.description === '' ? null : (
                <p dir="auto" className="mt-1 text-muted text-sm">
                  <Subscripts text={entry.reference.description} />
                </p>
              )}
            </li>
          ))}
        </ol>
      </section>
      <Popovers contentHtml={contentHtml} listed={listed} />
    </>
  );
}

function Formatted({ entry: { reference, runs } }: { entry: ListedReference }) {
  const { title, url } = reference;
  if (runs === null) return <ReferenceLink url={url} label={title || url} />;
  return (
    <span dir="auto" className="[overflow-wrap:anywhere]">
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

/** Only http(s) URLs become links, whatever the database holds. */
function ReferenceLink({ url, label }: { url: string; label: string }) {
  return /^https?:\/\//i.test(url) ? (
    <a href={url} rel="noopener" dir="auto" className="prose-link [overflow-wrap:anywhere]">
      <Subscripts text={label} />
    </a>
  ) : (
    <span className="[overflow-wrap:anywhere]">
      <Subscripts text={label} />
    </span>
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

type PopoversProps = { contentHtml: string; listed: readonly ListedReference[] };

/** What the buttons beside citations show, without a script. */
function Popovers({ contentHtml, listed }: PopoversProps) {
  const byKey = new Map(listed.map((entry) => [entry.reference.key, entry]));
  return peeksOf(contentHtml).map(({ id, keys }) => (
    <section
      key={id}
      id={id}
      popover="auto"
      aria-label={strings.references}
      className="text-popover citation-popover"
    >
      {keys
        .flatMap((key) => byKey.get(key) ?? [])
        .map((entry) => (
          <p key={entry.number}>
            <a
              href={referenceHref(entry.reference.key ?? '')}
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
