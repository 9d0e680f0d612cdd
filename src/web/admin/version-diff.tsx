import { LABELS } from './field-issues.ts';
import type { PostFormValues } from './post-form-values.ts';
import { TextDiff } from './text-diff.tsx';

type VersionDiffProps = {
  before: PostFormValues;
  after: PostFormValues;
  labels: { before: string; after: string };
};

/** Two versions of a post, field by field; only what differs is shown. */
export function VersionDiff({ before, after, labels }: VersionDiffProps) {
  const fields = (Object.keys(LABELS) as (keyof PostFormValues)[]).filter(
    (field) => asText(before[field]) !== asText(after[field]),
  );
  if (fields.length === 0) return <p className="text-muted text-sm">Nothing differs.</p>;
  return (
    <div className="space-y-5">
      {fields.map((field) => (
        <div key={field}>
          <h3 className="mb-1.5 font-medium text-ink text-sm">{LABELS[field]}</h3>
          <TextDiff before={asText(before[field])} after={asText(after[field])} labels={labels} />
        </div>
      ))}
    </div>
  );
}

/** A value as lines of text: a tag a line, a reference a paragraph. */
function asText(value: PostFormValues[keyof PostFormValues]): string {
  if (typeof value === 'string') return value;
  return value
    .map((item) =>
      typeof item === 'string'
        ? item
        : [item.title, item.url, item.type, item.description].filter(Boolean).join('\n'),
    )
    .join('\n');
}
