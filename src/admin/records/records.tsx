import { Plus } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Link } from '../../ui/link.tsx';
import { Subscripts } from '../../ui/subscripts.tsx';
import { type ApiFailure, type ApiResult, formMessage, ignoreMissing } from '../api.ts';
import { AskingDialog } from '../dialog.tsx';
import { ErrorBox } from '../error-box.tsx';
import { EmptyState } from '../lists/list-parts.tsx';
import { DoneNotice, NoticeBox } from '../notice-box.tsx';
import { isSearch, useShortcut } from '../use-shortcut.ts';
import { useSubmit } from '../use-submit.ts';
import { useUnsavedChanges } from '../use-unsaved-changes.ts';

export type RecordFormProps<R> = {
  /** The record as it is stored; undefined for a new one, or one that somebody else removed. */
  stored: R | undefined;
  onSaved: (notice: string) => void;
  /** Somebody else changed it: `stored` must be read again. */
  onStale: () => void;
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
  const [notice, setNotice] = useState('');
  const { isBusy, failure, submit, clear } = useSubmit();
  const status = useRef<HTMLParagraphElement>(null);
  const search = useRef<HTMLInputElement>(null);
  useShortcut(isSearch, () => search.current?.focus());
  const { revalidate } = useRevalidator();
  const part = sought.trim().toLowerCase();
  const shown = records.filter((record) =>
    words(record).some((text) => text.toLowerCase().includes(part)),
  );

  useEffect(() => {
    // The row or button that had the focus may be gone.
    if (notice !== '') status.current?.focus();
  }, [notice]);

  function start(id: string) {
    clear();
    setNotice('');
    setOpen(id);
  }

  async function finish(done: string) {
    await revalidate();
    setOpen(null);
    setNotice(done);
  }

  async function remove(record: R) {
    const { name } = row(record);
    if (isBusy || !window.confirm(`Remove ${name}?\n\n${removal.consequence(record)}`)) return;
    setNotice('');
    const answer = await submit(
      () => ignoreMissing(removal.send(record)),
      `${name} could not be removed. Please try again.`,
    );
    if (answer.ok) await finish(`${name} has been removed.`);
    else await revalidate();
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
      <DoneNotice ref={status}>{notice}</DoneNotice>
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
              onRemove={() => void remove(record)}
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
            onSaved: finish,
            onStale: revalidate,
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

type RecordFormDialogProps = Pick<
  ComponentProps<typeof AskingDialog>,
  'title' | 'onCancel' | 'children'
> & {
  isNew: boolean;
  isDirty: boolean;
  isBusy: boolean;
  cause: ApiFailure | null;
  theirs: ReactNode;
  onSave: () => void;
};

export function RecordForm(props: RecordFormDialogProps) {
  const { isNew, isDirty, isBusy, cause, theirs, onSave, children, ...dialog } = props;
  useUnsavedChanges(isDirty);
  return (
    <AskingDialog
      {...dialog}
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
