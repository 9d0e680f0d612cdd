import { Plus } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Subscripts } from '../../ui/subscripts.tsx';
import { type ApiResult, ignoreMissing } from '../api.ts';
import { Dialog } from '../dialog.tsx';
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
  removal: Removal<R>;
  form: (props: RecordFormProps<R>) => ReactNode;
};

/** A short list of records that are added, edited and removed in dialogs; the page's loader has all of them. */
export function Records<R extends { id: string }>(props: RecordsProps<R>) {
  const { records, one, label, limit, empty, row, words, removal, form } = props;
  const [open, setOpen] = useState<'new' | { act: 'edit' | 'remove'; id: string } | null>(null);
  const [sought, setSought] = useState('');
  const [notice, setNotice] = useState('');
  const status = useRef<HTMLParagraphElement>(null);
  const search = useRef<HTMLInputElement>(null);
  useShortcut(isSearch, () => search.current?.focus());
  const { revalidate } = useRevalidator();
  const part = sought.trim().toLowerCase();
  const shown = records.filter((record) =>
    words(record).some((text) => text.toLowerCase().includes(part)),
  );
  const isFull = records.length >= limit;
  const act = open === null || open === 'new' ? open : open.act;
  const chosen =
    open === null || open === 'new' ? undefined : records.find(({ id }) => id === open.id);

  useEffect(() => {
    // The row or button that had the focus may be gone.
    if (notice !== '') status.current?.focus();
  }, [notice]);

  function start(next: typeof open) {
    setNotice('');
    setOpen(next);
  }

  async function finish(done: string) {
    await revalidate();
    setOpen(null);
    setNotice(done);
  }

  const dialog = { onStale: revalidate, onCancel: () => setOpen(null) };
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
            onChange={(event) => setSought(event.target.value)}
          />
        </div>
        <Button className="min-h-12" disabled={isFull} onClick={() => start('new')}>
          <Plus aria-hidden className="size-4" />
          Add {one}
        </Button>
      </div>
      {isFull ? (
        <p className="text-muted text-sm">This list is full: it can hold {limit} entries.</p>
      ) : null}
      <DoneNotice ref={status}>{notice}</DoneNotice>
      {shown.length > 0 ? (
        <RecordList
          label={label}
          rows={shown.map((record) => ({
            id: record.id,
            ...row(record),
            onEdit: () => start({ act: 'edit', id: record.id }),
            onRemove: () => start({ act: 'remove', id: record.id }),
          }))}
        />
      ) : records.length > 0 ? (
        <EmptyState title="Nothing found" text="Try fewer letters." />
      ) : (
        <EmptyState {...empty} />
      )}
      {act === 'new' || act === 'edit'
        ? form({ ...dialog, stored: chosen, onSaved: finish })
        : null}
      {act === 'remove' && chosen !== undefined ? (
        <RemoveRecord
          {...dialog}
          record={chosen}
          name={row(chosen).name}
          removal={removal}
          onRemoved={() => finish(`${row(chosen).name} has been removed.`)}
        />
      ) : null}
    </div>
  );
}

/** How a record is removed. */
type Removal<R> = {
  /** What it does to the site. */
  consequence: (record: R) => string;
  send: (record: R) => Promise<ApiResult<void>>;
};

type RemoveRecordProps<R> = {
  record: R;
  name: string;
  removal: Removal<R>;
  onRemoved: () => void;
  /** Somebody else changed it. */
  onStale: () => void;
  onCancel: () => void;
};

function RemoveRecord<R>(props: RemoveRecordProps<R>) {
  const { record, name, removal, onRemoved, onStale, onCancel } = props;
  const { isBusy, failure, submit } = useSubmit();

  async function remove() {
    const answer = await submit(
      () => ignoreMissing(removal.send(record)),
      `${name} could not be removed. Please try again.`,
    );
    if (answer.ok) onRemoved();
    else onStale();
  }

  return (
    <Dialog
      title={
        <>
          Remove <Subscripts text={name} />?
        </>
      }
      onCancel={onCancel}
    >
      <p className="mt-3 text-sm">{removal.consequence(record)}</p>
      <div className="mt-4 empty:hidden">
        {failure === null ? null : <ErrorBox>{failure}</ErrorBox>}
      </div>
      <div className="mt-6 flex flex-wrap gap-2">
        <Button variant="danger" disabled={isBusy} onClick={remove}>
          Remove
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}
