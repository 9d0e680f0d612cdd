import { CITATION_LABELS, FIELD_LABELS } from '../../../admin/field-labels.ts';
import type { PostFormValues } from '../post-form-values.ts';
import { DiffLegend, TextDiff } from './text-diff.tsx';

type VersionDiffProps = {
  before: PostFormValues;
  after: PostFormValues;
  labels: { before: string; after: string };
};

/** The differing fields of two versions of a post. */
export function VersionDiff({ before, after, labels }: VersionDiffProps) {
  const fields = (Object.keys(FIELD_LABELS) as (keyof PostFormValues)[]).filter(
    (field) => asText(field, before) !== asText(field, after),
  );
  if (fields.length === 0) return <p className="text-muted text-sm">Nothing differs.</p>;
  return (
    <div className="space-y-5">
      <DiffLegend {...labels} />
      {fields.map((field) => (
        <div key={field}>
          <h3 className="mb-1.5 font-medium text-ink text-sm">{FIELD_LABELS[field]}</h3>
          <TextDiff before={asText(field, before)} after={asText(field, after)} />
        </div>
      ))}
    </div>
  );
}

/** A field as text: one line per tag, one paragraph per reference. */
function asText(field: keyof PostFormValues, values: PostFormValues): string {
  switch (field) {
    case 'tags':
      return values.tags.join('\n');
    case 'references':
      return values.references
        .map(({ title, url, type, description, key, csl }) =>
          [title, url, type, description, key && `@${key}`, csl && JSON.stringify(csl)]
            .filter((line) => line !== '' && line !== undefined)
            .join('\n'),
        )
        .join('\n\n');
    case 'publishDate':
      return values.publishDate.replace('T', ' ');
    case 'citationStyle':
      return CITATION_LABELS[values.citationStyle];
    case 'isResearch':
      return values.isResearch ? 'Yes' : 'No';
    default:
      return values[field];
  }
}
