import { Lock } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { longDate } from '../../../ui/dates.ts';
import { TextArea } from '../../../ui/field.tsx';
import type { PostRecord } from '../../record/notices.ts';
import { MAX_RECORD_NOTE, recordPath } from '../../record/record-mark.ts';

type FrozenVersionsProps = {
  record: PostRecord;
  isBusy: boolean;
  /** @returns whether it is frozen */
  onFreeze: (note: string) => Promise<boolean>;
};

export function FrozenVersions({ record, isBusy, onFreeze }: FrozenVersionsProps) {
  const { slug, records, publicVersion } = record;
  const [note, setNote] = useState('');
  const frozen = records.find(({ version }) => version === publicVersion);
  const next = (records.at(-1)?.number ?? 0) + 1;
  return (
    <section aria-labelledby="versions" className="mt-8">
      <h2 id="versions" className="font-medium text-lg">
        Versions of record
      </h2>
      <p className="mt-1 max-w-[60ch] text-muted text-sm">
        A frozen version has an address of its own and never changes, whatever becomes of the post.
        “Cite this post” cites the newest one.
      </p>
      {records.length === 0 ? null : (
        <ul className="mt-4 divide-y divide-line border-line border-y">
          {records.toReversed().map(({ number, date, note, sha256 }) => (
            <li key={number} className="py-3">
              <a href={recordPath(slug, number)} className="prose-link font-medium">
                v{number}
              </a>
              , {longDate(date)}
              {note === '' ? null : (
                <p dir="auto" className="mt-1 whitespace-pre-line text-sm">
                  {note}
                </p>
              )}
              <p className="mt-1 text-muted text-xs [overflow-wrap:anywhere]">SHA-256 {sha256}</p>
            </li>
          ))}
        </ul>
      )}
      <Freezing
        state={publicVersion === null ? 'unpublished' : frozen === undefined ? 'open' : 'frozen'}
        number={frozen?.number ?? next}
        note={note}
        isBusy={isBusy}
        setNote={setNote}
        onFreeze={async () => {
          if (await onFreeze(note)) setNote('');
        }}
      />
    </section>
  );
}

type FreezingProps = {
  state: 'unpublished' | 'open' | 'frozen';
  number: number;
  note: string;
  isBusy: boolean;
  setNote: (note: string) => void;
  onFreeze: () => Promise<void>;
};

function Freezing({ state, number, note, isBusy, setNote, onFreeze }: FreezingProps) {
  if (state === 'unpublished') {
    return <p className="mt-4 text-sm">Publish the post first: readers cannot see it yet.</p>;
  }
  if (state === 'frozen') {
    return (
      <p className="mt-4 text-sm">
        What readers see now is v{number}. Once you publish an edit, you can freeze it as v
        {number + 1}.
      </p>
    );
  }
  return (
    <form
      className="mt-4 space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void onFreeze();
      }}
    >
      {number === 1 ? null : (
        <TextArea
          label={`What has changed since v${number - 1}`}
          rows={3}
          maxLength={MAX_RECORD_NOTE}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      )}
      <Button type="submit" variant="secondary" disabled={isBusy}>
        <Lock aria-hidden className="size-4" />
        Freeze the public version as v{number}
      </Button>
    </form>
  );
}
