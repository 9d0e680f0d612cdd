import { Fragment, useMemo, useState } from 'react';
import { CITATION_LABELS, FIELD_NAMES, type FieldName, POST_FIELDS } from '../../fields.ts';
import type { PostFormValues } from '../post-form-values.ts';
import { collapseLongRuns, type ShownChange, textChanges } from './text-changes.ts';

type TextDiffProps = { before: string; after: string };

export function TextDiff({ before, after }: TextDiffProps) {
  const changes = useMemo(() => collapseLongRuns(textChanges(before, after)), [before, after]);
  if (!changes.some(({ kind }) => kind === 'removed' || kind === 'added')) {
    return <p className="text-muted text-sm">Only the line endings differ.</p>;
  }
  return (
    <div className="whitespace-pre-wrap rounded-md border border-line bg-surface px-4 py-3 font-mono text-ink text-xs leading-relaxed">
      {changes.map((change, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
        <Fragment key={index}>
          <Change change={change} />
        </Fragment>
      ))}
    </div>
  );
}

const REMOVED = 'bg-danger-tint text-danger line-through decoration-1';
const ADDED =
  'bg-teal/12 text-ink underline decoration-teal decoration-2 underline-offset-2 [del+&]:ml-1';

function Change({ change }: { change: ShownChange }) {
  const { kind, text } = change;
  if (kind === 'removed') return <del className={REMOVED}>{visible(text)}</del>;
  if (kind === 'added') return <ins className={ADDED}>{visible(text)}</ins>;
  return kind === 'hidden' ? <Hidden text={text} lines={change.lines} /> : text;
}

function Hidden({ text, lines }: { text: string; lines: number }) {
  const [isShown, setShown] = useState(false);
  return isShown ? (
    <span className="text-muted">{text}</span>
  ) : (
    <button
      type="button"
      onClick={() => setShown(true)}
      className="my-1 block min-h-11 w-full cursor-pointer rounded bg-stone-tint px-3 text-left text-stone hover:text-ink"
    >
      ⋯ {lines} unchanged lines
    </button>
  );
}

function visible(text: string): string {
  return /^\s+$/.test(text)
    ? text.replaceAll('\n', '↵\n').replaceAll(' ', '·').replaceAll('\t', '→')
    : text;
}

type VersionDiffProps = {
  before: PostFormValues;
  after: PostFormValues;
  labels: { before: string; after: string };
};

export function VersionDiff({ before, after, labels }: VersionDiffProps) {
  const fields = FIELD_NAMES.filter((field) => asText(field, before) !== asText(field, after));
  if (fields.length === 0) return <p className="text-muted text-sm">Nothing differs.</p>;
  return (
    <div className="space-y-5">
      <p className="text-muted text-xs">
        Struck out: only in “{labels.before}”. Underlined: only in “{labels.after}”.
      </p>
      {fields.map((field) => (
        <div key={field}>
          <h3 className="mb-1.5 font-medium text-ink text-sm">{POST_FIELDS[field].label}</h3>
          <TextDiff before={asText(field, before)} after={asText(field, after)} />
        </div>
      ))}
    </div>
  );
}

function asText(field: FieldName, values: PostFormValues): string {
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
    default: {
      const value = values[field];
      return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : value;
    }
  }
}
