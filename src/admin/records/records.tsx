import { Plus } from 'lucide-react';
import { type ComponentProps, type ReactNode, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Link } from '../../ui/link.tsx';
import { Subscripts } from '../../ui/subscripts.tsx';
import { type ApiResult, formMessage, ignoreMissing } from '../api.ts';
import { AskingDialog } from '../dialog.tsx';
import { ErrorBox } from '../error-box.tsx';
import { EmptyState } from '../lists/list-parts.tsx';
import { DoneNotice, NoticeBox } from '../notice-box.tsx';
import { useAction } from '../use-action.ts';
import { isSearch, useShortcut } from '../use-shortcut.ts';
import { useSubmit } from '../use-submit.ts';
import { useUnsavedChanges } from '../use-unsaved-changes.ts';

export type RecordFormProps<R> = {
  /** The record as it is stored; undefined for a new one, or one that somebody else removed. */
  stored: R | undefined;
  onSaved: (notice: string) => void;
  onCancel: () => void;
};

type RecordsProps<R> = {
  records: readonly R[];
  one: string;
  label: string;
  empty: { title: string; text: string };
  row: (record: R) => RecordRow;
  words: (record: R) => readonly string[];
  removal: {
    consequence: (record: R) => string;
    send: (record: R) => Promise<ApiResult<undefined>>;
  };
  form: (props: RecordFormProps<R>) => ReactNode;
};

export function Records<R extends { id: string }>(props: RecordsProps<R>) {
  const { records, one, label, empty, row, words, removal, form } = props;
  const [open, setOpen] = useState<string | null>(null);
  const [sought, setSought] = useState('');
  const { isBusy, failure, notice, focused, act, say, clear } = useAction();
  const search = useRef<HTMLInputElement>(null);
  useShortcut(isSearch, () => search.current?.focus());
  const part = sought.trim().toLowerCase();
  const shown = records.filter((record) =>
    words(record).some((text) => text.toLowerCase().includes(part)),
  );

  function start(id: string) {
    clear();
    say('');
    setOpen(id);
  }

  function remove(record: R) {
    const { name } = row(record);
    if (isBusy || !window.confirm(`Remove ${name}?\n\n${removal.consequence(record)}`)) return;
    void act(
      () => ignoreMissing(removal.send(record)),
      `${name} could not be removed. Please try again.`,
      `${name} has been removed.`,
    );
  }

  return (
    <div className="mt-6 space-y-6">
      <div className="flex flex-wrap items-end gap-3">
        <div className="grow">
          <TextField
            ref={search}
            type="search"
            placeholder="Press / to search"
            label={`Find ${one}`}
            value={sought}
            autoComplete="off"
            onChange={({ target }) => setSought(target.value)}
          />
        </div>
        <Button className="min-h-12" onClick={() => start('')}>
          <Plus aria-hidden className="size-4" />
          Add {one}
        </Button>
      </div>
      {failure === null ? null : <ErrorBox>{failure}</ErrorBox>}
      <DoneNotice ref={focused}>{notice}</DoneNotice>
      {shown.length > 0 ? (
        <ul
          aria-label={label}
          className="divide-y divide-line rounded-card border border-line bg-surface px-5 md:px-6 lg:grid lg:grid-cols-[fit-content(14rem)_minmax(0,1fr)_auto_auto] lg:gap-x-6 xl:grid-cols-[fit-content(18rem)_minmax(0,1fr)_auto_auto]"
        >
          {shown.map((record) => (
            <Row
              key={record.id}
              {...row(record)}
              onEdit={() => start(record.id)}
              onRemove={() => remove(record)}
            />
          ))}
        </ul>
      ) : records.length > 0 ? (
        <EmptyState title="Nothing found" text="Try fewer letters." />
      ) : (
        <EmptyState {...empty} />
      )}
      {open === null
        ? null
        : form({
            stored: records.find(({ id }) => id === open),
            onSaved: (done) => {
              setOpen(null);
              say(done);
            },
            onCancel: () => setOpen(null),
          })}
    </div>
  );
}

export type RecordRow = {
  name: string;
  anchor?: string;
  path?: string;
  badge?: string | undefined;
  details: ReactNode;
  uses?: string;
};

type RowProps = RecordRow & { onEdit: () => void; onRemove: () => void };

function Row({ name, anchor, path, badge, details, uses, onEdit, onRemove }: RowProps) {
  return (
    <li
      id={anchor}
      className="grid grid-cols-[1fr_auto] items-baseline gap-x-3 py-1.5 max-lg:pt-3 lg:pt-1 lg:pb-3 text-sm lg:col-span-full lg:grid-cols-subgrid lg:gap-x-6"
    >
      <div className="flex min-w-0 gap-x-2 gap-y-1.5 max-lg:col-span-2 max-lg:flex-wrap max-lg:items-center lg:flex-col lg:items-start">
        <p className="min-w-0 [overflow-wrap:anywhere]">
          {path === undefined ? (
            <span dir="auto" className="font-medium">
              <Subscripts text={name} />
            </span>
          ) : (
            <Link to={path} dir="auto" className="prose-link font-medium">
              {name}
            </Link>
          )}
        </p>
        {badge === undefined ? null : <Badge tone="stone">{badge}</Badge>}
      </div>
      <div className="min-w-0 text-muted [overflow-wrap:anywhere] max-lg:col-span-2 max-lg:mt-1.5">
        {details}
      </div>
      {uses && <p className="text-muted text-xs max-lg:leading-tight">{uses}</p>}
      <div className="-mr-5.25 flex">
        <Button variant="quiet" aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </Button>
        <Button
          variant="quiet"
          className="text-danger!"
          aria-label={`Remove ${name}`}
          onClick={onRemove}
        >
          Remove
        </Button>
      </div>
    </li>
  );
}

/** What a call says of the record that was seen. */
export function seenIn({ id, version }: { id: string; version: number }) {
  return { param: { id }, query: { version } };
}

type RecordFormOptions<R, F, S> = RecordFormProps<R> & {
  fieldsOf: (stored: R | undefined) => F;
  /** @param seen the stored record, undefined for a new one */
  send: (fields: F, seen: R | undefined) => Promise<ApiResult<S>>;
  fallback: string;
  done: (saved: S) => string;
};

/**
 * The fields of a record while they are edited. They stay when somebody else has changed the record: the next save replaces
 * that.
 */
export function useRecordForm<R extends { version: number }, F, S>(
  options: RecordFormOptions<R, F, S>,
) {
  const { stored, onSaved, onCancel, fieldsOf, send, fallback, done } = options;
  const [opened] = useState(stored);
  const [fields, setFields] = useState(() => fieldsOf(stored));
  const { isBusy, cause, issues, submit } = useSubmit();
  const { revalidate } = useRevalidator();

  async function save() {
    const answer = await submit(() => send(fields, stored), fallback);
    if (answer.ok || answer.failure.kind === 'rejected') await revalidate();
    if (answer.ok) onSaved(done(answer.value));
  }

  const change = (part: Partial<F>) => setFields({ ...fields, ...part });
  return {
    opened,
    fields,
    issues,
    change,
    text: (field: keyof F & string, label: string) => ({
      label,
      value: String(fields[field]),
      error: issues[field],
      onChange: ({ target }: { target: { value: string } }) =>
        change({ [field]: target.value } as Partial<F>),
    }),
    isChangedByOthers: stored !== undefined && stored.version !== opened?.version,
    form: {
      isNew: opened === undefined,
      isDirty: JSON.stringify(fields) !== JSON.stringify(fieldsOf(opened)),
      onSave: () => void save(),
      isBusy,
      cause,
      onCancel,
    },
  };
}

type RecordFormDialogProps = Pick<ComponentProps<typeof AskingDialog>, 'title' | 'children'> & {
  form: ReturnType<typeof useRecordForm>['form'];
  /** What somebody else has changed meanwhile; null for nothing. */
  theirs: ReactNode;
};

export function RecordForm({ form, theirs, children, title }: RecordFormDialogProps) {
  const { isNew, isDirty, isBusy, cause, onSave, onCancel } = form;
  useUnsavedChanges(isDirty);
  return (
    <AskingDialog
      {...{ title, onCancel }}
      width="large"
      action={isNew ? 'Add' : 'Save'}
      isDisabled={isBusy}
      isFilledIn={isDirty}
      onSubmit={onSave}
    >
      <div className="space-y-4">
        {cause === null ? null : (
          <ErrorBox>{formMessage(cause, 'Please check the fields below.')}</ErrorBox>
        )}
        {theirs === null ? null : (
          <NoticeBox>
            <p>{theirs}</p>
            <p className="mt-2">Saving again replaces that with what is below.</p>
          </NoticeBox>
        )}
        {children}
      </div>
    </AskingDialog>
  );
}
