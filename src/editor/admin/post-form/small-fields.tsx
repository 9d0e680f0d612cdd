import { Images, Plus, X } from 'lucide-react';
import { type ClipboardEvent, type ComponentProps, type ReactNode, useId, useState } from 'react';
import { IconButton } from '../../../admin/icon-button.tsx';
import { isSave } from '../../../admin/use-shortcut.ts';
import { PicturePicker } from '../../../media/admin/picture-picker.tsx';
import { CoverThumbnail } from '../../../posts/admin/dashboard/cover-thumbnail.tsx';
import type { FieldValues } from '../../../posts/admin/post-form-values.ts';
import { addTags, splitTags, tagProblem } from '../../../posts/admin/tags/new-tags.ts';
import { useKnownTags } from '../../../posts/admin/tags/use-known-tags.ts';
import {
  AI_USES,
  type AiUse,
  LIMITS,
  POST_FIELDS,
  type Statements,
} from '../../../posts/fields.ts';
import { tagKey } from '../../../posts/post.ts';
import { LICENSES, STATEMENT_TEXTS } from '../../../posts/statements.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField, TextArea, TextField } from '../../../ui/field.tsx';

type TagsFieldProps = { tags: readonly string[]; onChange: (tags: string[]) => void };

/**
 * New ones are completed from those of other posts, and take their spelling. What is typed is also
 * added when its field is left, so that a save loses nothing.
 */
export function TagsField({ tags, onChange }: TagsFieldProps) {
  const known = useKnownTags();
  const [typed, setTyped] = useState('');
  const knownId = useId();
  const [problem, setProblem] = useState<string>();
  const [added, setAdded] = useState('');
  const chosen = new Set(tags.map(tagKey));

  function add(entered: string) {
    const next = addTags(tags, entered, known);
    const reason = tagProblem(next);
    setProblem(reason);
    if (reason !== undefined) {
      // An input would drop line breaks.
      setTyped(entered.replace(/[\r\n]+/g, ', '));
      return;
    }
    setAdded(next.slice(tags.length).join(', '));
    onChange(next);
    setTyped('');
  }

  function onPaste(event: ClipboardEvent<HTMLInputElement>) {
    const pasted = event.clipboardData.getData('text/plain');
    if (splitTags(pasted).length < 2) return;
    event.preventDefault();
    add(`${typed}\n${pasted}`);
  }

  return (
    <div>
      <div className="flex items-end gap-2">
        <div className="grow">
          <TextField
            label="Add a tag"
            value={typed}
            list={knownId}
            autoComplete="off"
            error={problem}
            onChange={({ target }) => {
              setProblem(undefined);
              setTyped(target.value);
            }}
            onPaste={onPaste}
            onKeyDown={(event) => {
              // Within an input method, Enter confirms the composition.
              if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
                event.preventDefault();
                add(typed);
              } else if (isSave(event.nativeEvent)) add(typed);
            }}
            onBlur={({ target }) => {
              // Who looks at another window comes back to it.
              if (typed !== '' && document.activeElement !== target) add(typed);
            }}
          />
          <datalist id={knownId}>
            {known
              .filter((tag) => !chosen.has(tagKey(tag)))
              .map((tag) => (
                <option key={tag} value={tag} />
              ))}
          </datalist>
        </div>
        <Button variant="secondary" className="min-h-12 shrink-0" onClick={() => add(typed)}>
          <Plus aria-hidden className="size-4" />
          Add Tag
        </Button>
      </div>
      <ul aria-label={POST_FIELDS.tags.label} className="mt-3 flex flex-wrap gap-2 empty:hidden">
        {tags.map((tag) => (
          <li
            key={tag}
            className="flex max-w-full items-center rounded-md border border-line bg-paper pl-3 text-sm"
          >
            <span className="truncate">{tag}</span>
            <IconButton
              label={`Remove tag ${tag}`}
              icon={X}
              onClick={() => onChange(tags.filter((other) => other !== tag))}
            />
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {added === '' ? '' : `Added: ${added}`}
      </p>
    </div>
  );
}

type CoverFieldProps = Omit<ComponentProps<typeof TextField>, 'value' | 'onChange'> & {
  /** An absolute URL, or empty. */
  value: string;
  onChange: (url: string) => void;
};

export function CoverField({ value, onChange, ...field }: CoverFieldProps) {
  const [files, setFiles] = useState<File[] | null>(null);
  return (
    <>
      <TextField
        {...field}
        type="url"
        maxLength={LIMITS.url}
        placeholder="https://"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button does the same by keyboard */}
      <div
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          const dropped = [...event.dataTransfer.files];
          if (dropped.length > 0) setFiles(dropped);
        }}
        className="flex flex-wrap items-center gap-x-5 gap-y-3"
      >
        <p
          hidden={value !== ''}
          className="grid pointer-coarse:hidden min-h-20 grow basis-48 place-items-center rounded-md border border-muted/70 border-dashed px-6 text-center text-muted text-sm"
        >
          Drop a picture here
        </p>
        <CoverThumbnail url={value} />
        <Button variant="secondary" onClick={() => setFiles([])}>
          <Images aria-hidden className="size-4" />
          Choose a picture
        </Button>
      </div>
      {files === null ? null : (
        <PicturePicker
          action="Use as cover"
          files={files}
          onChoose={({ address }) => {
            setFiles(null);
            onChange(window.location.origin + address);
          }}
          onCancel={() => setFiles(null)}
        />
      )}
    </>
  );
}

const AI_LABELS: Record<AiUse, string> = {
  '': 'Not stated',
  none: 'None: people wrote it',
  assisted: 'AI helped to write it',
  generated: 'AI wrote it',
};

const HINTS: Partial<Record<keyof Statements, string>> = {
  license: 'What others may do with the text.',
  dataAvailability: 'Where the data can be found, or that there are none.',
  codeAvailability: 'Where the code can be found.',
  funding: 'Who paid for the work, with grant numbers.',
  competingInterests: 'What a reader should know of the authors’ interests, or “None”.',
  contributions:
    'A line for each author, such as “Ada Berg: Software, Validation”. The roles of CRediT: Conceptualization, Data curation, Formal analysis, Funding acquisition, Investigation, Methodology, Project administration, Resources, Software, Supervision, Validation, Visualization, Writing – original draft, Writing – review & editing.',
  reviewedBy:
    'The person who has checked what AI wrote. If AI wrote the post and nobody is named, readers are told so at the top.',
};

type StatementsFieldProps = {
  values: Pick<FieldValues, keyof Statements>;
  issues: Partial<Record<string, string>>;
  set: (change: Partial<Statements>) => void;
};

export function StatementsField({ values, issues, set }: StatementsFieldProps) {
  const control = (name: keyof Statements) => ({
    name,
    label: POST_FIELDS[name].label,
    ...(HINTS[name] === undefined ? {} : { hint: HINTS[name] }),
    error: issues[name],
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  });
  const options = (all: readonly string[], label: (value: string) => ReactNode) =>
    all.map((value) => (
      <option key={value} value={value}>
        {label(value)}
      </option>
    ));
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <SelectField {...control('license')}>
        {options(LICENSES, (license) => license || 'Not stated')}
      </SelectField>
      <SelectField {...control('aiUse')}>
        {options(AI_USES, (use) => AI_LABELS[use as AiUse])}
      </SelectField>
      {values.aiUse === 'assisted' || values.aiUse === 'generated' ? (
        <>
          <TextField {...control('reviewedBy')} maxLength={POST_FIELDS.reviewedBy.limit} />
          <TextField {...control('reviewedOn')} type="date" />
        </>
      ) : null}
      {STATEMENT_TEXTS.map((field) => (
        <TextArea key={field} {...control(field)} rows={2} maxLength={LIMITS.statement} />
      ))}
    </div>
  );
}
