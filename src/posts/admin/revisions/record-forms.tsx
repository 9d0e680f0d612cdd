import { Lock } from 'lucide-react';
import { ignoreMissing } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import { ChoiceField } from '../../../admin/choice-field.tsx';
import type { Act } from '../../../admin/use-action.ts';
import { site } from '../../../content/site.ts';
import { Button } from '../../../ui/button.tsx';
import { longDate } from '../../../ui/dates.ts';
import { TextArea, TextField } from '../../../ui/field.tsx';
import type { record as recordApi } from '../../api/revisions.ts';
import { NOTICE_KINDS, NOTICE_LIMITS, type Notice, noticeLabel } from '../../record/notice.ts';
import { MAX_RECORD_NOTE, recordPath } from '../../record/record-mark.ts';
import type { PostRecord } from '../../record/records.ts';

const api = caller<typeof recordApi>();

type PartProps = { record: PostRecord; isBusy: boolean; act: Act };

export function RecordOfVersion({ version, ...part }: PartProps & { version: number }) {
  const { slug, title, etag, records, publicVersion } = part.record;
  const frozen = records.find((mark) => mark.version === version);
  if (frozen !== undefined) {
    return (
      <p className="mt-3 whitespace-pre-line text-sm">
        Frozen on {longDate(frozen.date)} as{' '}
        <a href={recordPath(slug, frozen.number)} className="prose-link font-medium">
          v{frozen.number}
        </a>
        . {frozen.note}
      </p>
    );
  }
  if (version !== publicVersion) return null;
  const number = (records.at(-1)?.number ?? 0) + 1;

  function freeze(note: string) {
    const question = `Freeze “${title}” as v${number}, as readers see it now? It cannot be changed or removed.`;
    if (part.isBusy || !window.confirm(question)) return;
    const call = { param: { slug }, json: { etag, note } };
    void part.act(
      () => api('POST', '/admin/blog/posts/:slug/record/versions', call),
      'Failed to freeze the version. Please try again.',
      'The version is frozen. It can be cited from now on.',
    );
  }

  return (
    <form
      className="mt-4 max-w-xl space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        freeze(String(new FormData(event.currentTarget).get('note') ?? ''));
      }}
    >
      <p className="text-muted text-sm">
        Readers see this version now. Frozen, it has an address of its own and never changes,
        whatever becomes of the post. “Cite this post” cites the newest one.
      </p>
      {number === 1 ? null : (
        <TextArea
          label={`What has changed since v${number - 1}`}
          name="note"
          rows={3}
          maxLength={MAX_RECORD_NOTE}
        />
      )}
      <Button type="submit" variant="secondary" disabled={part.isBusy}>
        <Lock aria-hidden className="size-4" />
        Freeze the public version as v{number}
      </Button>
    </form>
  );
}

const WITHDRAW = 'Withdraw this notice? It disappears from the post, feeds and citations.';

const KINDS =
  'A correction is of a fault that leaves the conclusions standing: correct the text, then say so here. A concern says that there are doubts that are being looked into. After a retraction the conclusions no longer hold; “RETRACTED:” stands before the title everywhere.';

const KIND_NAMES = Object.fromEntries(NOTICE_KINDS.map((kind) => [kind, noticeLabel(kind)]));

/** The day at the site: Canada's dates are those of ISO 8601. */
const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: site.timeZone }).format();

export function NoticesOfPost({ record: { slug, etag, notices }, isBusy, act }: PartProps) {
  function withdraw(id: string) {
    if (!window.confirm(WITHDRAW)) return;
    const call = { param: { slug, id } };
    void act(
      () => ignoreMissing(api('DELETE', '/admin/blog/posts/:slug/record/notices/:id', call)),
      'Failed to withdraw the notice. Please try again.',
      'The notice is withdrawn.',
    );
  }

  async function add(form: HTMLFormElement) {
    const fields = Object.fromEntries(new FormData(form)) as Omit<Notice, 'id'>;
    const call = { param: { slug }, json: { ...fields, etag } };
    const isAdded = await act(
      () => api('POST', '/admin/blog/posts/:slug/record/notices', call),
      'Failed to add the notice. Please try again.',
      'The notice is on the post.',
    );
    if (isAdded) form.reset();
  }

  return (
    <section aria-label="Notices" className="mt-10 max-w-3xl">
      <h2 className="font-medium text-lg">Notices</h2>
      <p className="mt-1 text-muted text-sm">
        A notice stands above the post and goes wherever the post goes: lists, feeds, search, share
        images and citations. A retracted post stays readable.
      </p>
      <ul className="mt-4 divide-y divide-line border-line border-y empty:hidden">
        {notices.map((notice) => (
          <li key={notice.id} className="flex flex-wrap items-start justify-between gap-4 py-3">
            <div className="min-w-0 flex-1">
              <p className="font-medium">
                {noticeLabel(notice.kind)}, {longDate(`${notice.date}T12:00:00.000Z`)}
              </p>
              <p dir="auto" className="mt-1 whitespace-pre-line text-sm">
                {notice.reason}
              </p>
              <p className="mt-1 text-muted text-xs">Issued by {notice.issuedBy}</p>
            </div>
            <Button variant="danger" disabled={isBusy} onClick={() => withdraw(notice.id)}>
              Withdraw
            </Button>
          </li>
        ))}
      </ul>
      <form
        className="mt-6 space-y-4 rounded-card border border-line bg-surface p-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void add(event.currentTarget);
        }}
      >
        <h3 className="font-medium">Add a notice</h3>
        <div className="grid gap-4 sm:grid-cols-2">
          <ChoiceField label="Kind" name="kind" hint={KINDS} choices={KIND_NAMES} />
          <TextField type="date" label="Date" name="date" required defaultValue={today()} />
        </div>
        <TextField
          label="Issued by"
          name="issuedBy"
          required
          hint="The person or body who says so, such as the authors or the editor."
          maxLength={NOTICE_LIMITS.issuedBy}
        />
        <TextArea
          label="Reason"
          name="reason"
          required
          hint="What was wrong, how it was found, and what it means for the conclusions."
          rows={4}
          maxLength={NOTICE_LIMITS.reason}
        />
        <Button type="submit" disabled={isBusy}>
          Add the notice
        </Button>
      </form>
    </section>
  );
}
