import { Plus } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { type ApiResult, ignoreMissing } from '../api.ts';
import { ErrorBox } from '../error-box.tsx';
import { EmptyState } from '../lists/empty-state.tsx';
import { DoneNotice } from '../notice-box.tsx';
import { isSearch, useShortcut } from '../use-shortcut.ts';
import { useSubmit } from '../use-submit.ts';
import { RecordList, type RecordRow } from './record-list.tsx';

/** What a form of a record is opened with. */
export type RecordFormProps<R> = {
  /** The record as it is stored; undefined for a new one, or one that somebody else removed. */
  stored: R | undefined;
  /** @param notice says what happened */
  onSaved: (notice: string) => void;
  /** Somebody else changed it: `stored` must be read again. */
  onStale: () => void;
  onCancel: () => void;
};

type RecordsProps<R> = {
  records: readonly R[];
  /** What one is called, such as "a term". */
  one: string;
  /** What the list is called. */
  label: string;
  /** How many there can be. */
  limit: number;
  empty: { title: string; text: string };
  row: (record: R) => RecordRow;
  /** What can be found by. */
  words: (record: R) => readonly string[];
  removal: {
    /** What it does to the site. */
    consequence: (record: R) => string;
    send: (record: R) => Promise<ApiResult<void>>;
  };
  form: (props: RecordFormProps<R>) => ReactNode;
};

/** A short list of records that are added and edited in dialogs, and removed; the page's loader has all of them. */
export function Records<R extends { id: string }>(props: RecordsProps<R>) {
  const { records, one, label, limit, empty, row, words, removal, form } = props;
  /** The id of the edited record; empty for a new one. */
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
  const isFull = records.length >= limit;

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
        <Button className="min-h-12" disabled={isFull} onClick={() => start('')}>
          <Plus aria-hidden className="size-4" />
          Add {one}
        </Button>
      </div>
      {isFull ? (
        <p className="text-muted text-sm">This list is full: it can hold {limit} entries.</p>
      ) : null}
      {failure === null ? null : <ErrorBox>{failure}</ErrorBox>}
      <DoneNotice ref={status}>{notice}</DoneNotice>
      {shown.length > 0 ? (
        <RecordList
          label={label}
          rows={shown.map((record) => ({
            id: record.id,
            ...row(record),
            onEdit: () => start(record.id),
            onRemove: () => void remove(record),
          }))}
        />
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
