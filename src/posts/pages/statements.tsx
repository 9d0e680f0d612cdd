import type { ReactNode } from 'react';
import { statements as strings } from '../../content/blog.ts';
import { longDate } from '../../ui/dates.ts';
import {
  isUnreviewed,
  licenseUrl,
  STATEMENT_TEXTS,
  type Statements as Stated,
} from '../statements.ts';

/** What a post states of itself, below its references. */
export function Statements({ post }: { post: Stated }) {
  const url = licenseUrl(post.license);
  const stated: [label: string, text: ReactNode][] = [
    ...(url === null
      ? []
      : [
          [
            strings.license,
            <a key="license" rel="license" href={url} className="prose-link">
              {post.license}
            </a>,
          ] as [string, ReactNode],
        ]),
    ...STATEMENT_TEXTS.filter((field) => post[field] !== '').map((field): [string, ReactNode] => [
      strings[field],
      post[field],
    ]),
    ...(post.aiUse === '' ? [] : [[strings.aiUse, aiText(post)] as [string, ReactNode]]),
  ];
  if (stated.length === 0) return null;
  return (
    <section aria-labelledby="statements" className="mt-12 max-w-measure border-line border-t pt-6">
      <h2 id="statements" className="display text-xl">
        {strings.title}
      </h2>
      <dl className="mt-4 space-y-4 text-sm">
        {stated.map(([label, text]) => (
          <div key={label}>
            <dt className="font-medium">{label}</dt>
            <dd dir="auto" className="mt-0.5 whitespace-pre-line [overflow-wrap:anywhere]">
              {text}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function aiText(stated: Stated): string {
  const { aiUse, reviewedBy, reviewedOn } = stated;
  if (aiUse === '') return '';
  const used = strings.ai[aiUse];
  if (isUnreviewed(stated)) return `${used} ${strings.notReviewed}`;
  // People who had some help have read their own text.
  if (aiUse === 'none' || reviewedBy === '') return used;
  const on = reviewedOn === '' ? '' : ` ${strings.on} ${longDate(`${reviewedOn}T12:00:00.000Z`)}`;
  return `${used} ${strings.reviewedBy.replace('{name}', () => reviewedBy)}${on}.`;
}

/** Above a post that AI wrote and nobody has reviewed. */
export function AiNotice({ post }: { post: Stated }) {
  return isUnreviewed(post) ? (
    <p className="draft-banner">
      {strings.ai.generated} {strings.notReviewed}
    </p>
  ) : null;
}
