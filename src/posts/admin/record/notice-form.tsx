import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { SelectField, TextArea, TextField } from '../../../ui/field.tsx';
import { NOTICE_KINDS, NOTICE_LIMITS, type Notice, noticeLabel } from '../../record/notice.ts';

type NewNotice = Omit<Notice, 'id'>;

type NoticeFormProps = {
  isBusy: boolean;
  /** @returns whether it was added */
  onAdd: (notice: NewNotice) => Promise<boolean>;
};

const today = () => new Date().toISOString().slice(0, 10);

export function NoticeForm({ isBusy, onAdd }: NoticeFormProps) {
  const [notice, setNotice] = useState<NewNotice>(() => empty());
  const set = (fields: Partial<NewNotice>) => setNotice((before) => ({ ...before, ...fields }));
  return (
    <form
      className="mt-6 space-y-4 rounded-card border border-line bg-surface p-5"
      onSubmit={async (event) => {
        event.preventDefault();
        if (!isBusy && (await onAdd(notice))) setNotice(empty());
      }}
    >
      <h3 className="font-medium">Add a notice</h3>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Kind"
          value={notice.kind}
          hint={HINTS[notice.kind]}
          onChange={({ target }) => set({ kind: target.value as Notice['kind'] })}
        >
          {NOTICE_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {noticeLabel(kind)}
            </option>
          ))}
        </SelectField>
        <TextField
          type="date"
          label="Date"
          required
          value={notice.date}
          onChange={({ target }) => set({ date: target.value })}
        />
      </div>
      <TextField
        label="Issued by"
        hint="The person or body who says so, such as the authors or the editor."
        required
        maxLength={NOTICE_LIMITS.issuedBy}
        value={notice.issuedBy}
        onChange={({ target }) => set({ issuedBy: target.value })}
      />
      <TextArea
        label="Reason"
        hint="What was wrong, how it was found, and what it means for the conclusions."
        rows={4}
        required
        maxLength={NOTICE_LIMITS.reason}
        value={notice.reason}
        onChange={({ target }) => set({ reason: target.value })}
      />
      <Button type="submit" disabled={isBusy}>
        Add the {noticeLabel(notice.kind).toLowerCase()}
      </Button>
    </form>
  );
}

function empty(): NewNotice {
  return { kind: 'correction', date: today(), issuedBy: '', reason: '' };
}

const HINTS: Record<Notice['kind'], string> = {
  correction: 'A fault that leaves the conclusions standing. Correct the text, then say so here.',
  'expression-of-concern': 'There are doubts that are being looked into.',
  retraction: 'The conclusions no longer hold. “RETRACTED:” stands before the title everywhere.',
};
