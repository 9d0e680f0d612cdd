import { statements as strings } from '../../content/blog.ts';
import { longDate } from '../../ui/dates.ts';
import type { Statements as Stated } from '../fields.ts';
import { isUnreviewed, licenseUrl, STATEMENT_TEXTS } from '../statements.ts';

export const BANNER = 'mb-6 rounded-card bg-amber-tint px-4 py-3 font-medium text-amber';

export function Statements({ post }: { post: Stated }) {
  const url = licenseUrl(post.license);
  const stated = [
    {
      field: 'license',
      text: url && (
        <a rel="license" href={url} className="prose-link">
          {post.license}
        </a>
      ),
    },
    ...STATEMENT_TEXTS.map((field) => ({ field, text: post[field] })),
    { field: 'aiUse', text: aiText(post) },
  ] as const;
  const shown = stated.filter(({ text }) => text);
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="statements" className="mt-12 max-w-measure border-line border-t pt-6">
      <h2 id="statements" className="display text-xl">
        {strings.title}
      </h2>
      <dl className="mt-4 space-y-4 text-sm">
        {shown.map(({ field, text }) => (
          <div key={field}>
            <dt className="font-medium">{strings.labels[field]}</dt>
            <dd dir="auto" className="mt-0.5 whitespace-pre-line">
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

export function AiNotice({ post }: { post: Stated }) {
  return isUnreviewed(post) ? (
    <p className={BANNER}>
      {strings.ai.generated} {strings.notReviewed}
    </p>
  ) : null;
}
