import { Lock } from 'lucide-react';
import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { type ApiResult, ignoreMissing } from '../../../admin/api.ts';
import { BackLink } from '../../../admin/back-link.tsx';
import { caller } from '../../../admin/caller.ts';
import { ErrorBox } from '../../../admin/error-box.tsx';
import { LoadFailure } from '../../../admin/load-failure.tsx';
import { orFail, pageLoader } from '../../../admin/session/page-loader.ts';
import { useSubmit } from '../../../admin/use-submit.ts';
import { site } from '../../../content/site.ts';
import { Button } from '../../../ui/button.tsx';
import { longDate } from '../../../ui/dates.ts';
import { SelectField, TextArea, TextField } from '../../../ui/field.tsx';
import { privateMeta } from '../../../ui/seo.ts';
import { Subscripts } from '../../../ui/subscripts.tsx';
import type { record as recordApi } from '../../api/record.ts';
import { NOTICE_KINDS, NOTICE_LIMITS, type Notice, noticeLabel } from '../../record/notice.ts';
import type { PostRecord } from '../../record/notices.ts';
import { MAX_RECORD_NOTE, recordPath } from '../../record/record-mark.ts';
import type { Route } from './+types/post-record.ts';

const api = caller<typeof recordApi>();

export const meta: Route.MetaFunction = ({ loaderData }) =>
  privateMeta(`Versions of record and notices: ${loaderData?.loaded?.title ?? 'post'}`);

export const clientLoader = pageLoader(
  'Failed to load the versions of record. Please try again.',
  async ({ params: param }: Route.ClientLoaderArgs) =>
    orFail(await api('GET', '/admin/blog/posts/:slug/record', { param })),
);

export default function Record({ loaderData, params }: Route.ComponentProps) {
  const { loaded, failure } = loaderData;
  return (
    <>
      <BackLink to={`/admin/edit-post/${loaded?.slug ?? params.slug}`}>Back to the form</BackLink>
      <h1 className="display text-2xl">Versions of record and notices</h1>
      {loaded === null ? <LoadFailure message={failure} /> : <LoadedRecord record={loaded} />}
    </>
  );
}

/** Makes a call, and shows what became of it. @returns whether it was done */
type Attempt = (
  call: () => Promise<ApiResult<unknown>>,
  failure: string,
  done: string,
) => Promise<boolean>;

type PartProps = { record: PostRecord; isBusy: boolean; attempt: Attempt };

function LoadedRecord({ record }: { record: PostRecord }) {
  const [notice, setNotice] = useState('');
  const { isBusy, failure, submit } = useSubmit();
  const { revalidate } = useRevalidator();
  const status = useRef<HTMLParagraphElement>(null);

  const attempt: Attempt = async (call, fallback, done) => {
    setNotice('');
    const { ok } = await submit(call, fallback);
    if (!ok) return false;
    await revalidate();
    setNotice(done);
    // The pressed button may be gone.
    status.current?.focus();
    return true;
  };

  const part = { record, isBusy, attempt };
  return (
    <div aria-busy={isBusy}>
      <p dir="auto" className="mt-1 text-muted [overflow-wrap:anywhere]">
        <Subscripts text={record.title} />
      </p>
      <p ref={status} tabIndex={-1} role="status" className="mt-3 text-sm text-teal empty:hidden">
        {notice}
      </p>
      {failure === null ? null : <ErrorBox>{failure}</ErrorBox>}
      <div className="grid items-start gap-x-10 *:mt-8 lg:grid-cols-2">
        <section aria-label="Versions of record">
          <h2 className="font-medium text-lg">Versions of record</h2>
          <p className={ABOUT}>
            A frozen version has an address of its own and never changes, whatever becomes of the
            post. “Cite this post” cites the newest one.
          </p>
          <ul className={ENTRIES}>
            {record.records.toReversed().map(({ number, date, note, sha256 }) => (
              <li key={number} className="py-3">
                <a href={recordPath(record.slug, number)} className="prose-link font-medium">
                  v{number}
                </a>
                , {longDate(date)}
                <p dir="auto" className="mt-1 whitespace-pre-line text-sm empty:hidden">
                  {note}
                </p>
                <p className="mt-1 text-muted text-xs [overflow-wrap:anywhere]">SHA-256 {sha256}</p>
              </li>
            ))}
          </ul>
          <Freezing {...part} />
        </section>
        <section aria-label="Notices">
          <h2 className="font-medium text-lg">Notices</h2>
          <p className={ABOUT}>
            A notice stands above the post and goes wherever the post goes: lists, feeds, search,
            share images and citations. A retracted post stays readable.
          </p>
          <ul className={ENTRIES}>
            {record.notices.map((entry) => (
              <NoticeEntry key={entry.id} {...part} notice={entry} />
            ))}
          </ul>
          <NewNotice {...part} />
        </section>
      </div>
    </div>
  );
}

const ABOUT = 'mt-1 max-w-[60ch] text-muted text-sm';
const ENTRIES = 'mt-4 divide-y divide-line border-line border-y empty:hidden';

function Freezing({ record, isBusy, attempt }: PartProps) {
  const { slug, title, etag, records, publicVersion } = record;
  const frozen = records.find(({ version }) => version === publicVersion);
  const number = frozen?.number ?? (records.at(-1)?.number ?? 0) + 1;
  if (publicVersion === null || frozen !== undefined) {
    return (
      <p className="mt-4 text-sm">
        {publicVersion === null
          ? 'Publish the post first: readers cannot see it yet.'
          : `What readers see now is v${number}. Once you publish an edit, you can freeze it as v${number + 1}.`}
      </p>
    );
  }

  function freeze(note: string) {
    const question = `Freeze “${title}” as v${number}, as readers see it now? It cannot be changed or removed.`;
    if (isBusy || !window.confirm(question)) return;
    const call = { param: { slug }, json: { etag, note } };
    void attempt(
      () => api('POST', '/admin/blog/posts/:slug/record/versions', call),
      'Failed to freeze the version. Please try again.',
      'The version is frozen. It can be cited from now on.',
    );
  }

  return (
    <form
      className="mt-4 space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        freeze(String(new FormData(event.currentTarget).get('note') ?? ''));
      }}
    >
      <p className="text-sm">
        Readers see{' '}
        <a href={`/blog/${slug}`} className="prose-link">
          this text
        </a>{' '}
        now.
      </p>
      {number === 1 ? null : (
        <TextArea
          label={`What has changed since v${number - 1}`}
          name="note"
          rows={3}
          maxLength={MAX_RECORD_NOTE}
        />
      )}
      <Button type="submit" variant="secondary" disabled={isBusy}>
        <Lock aria-hidden className="size-4" />
        Freeze the public version as v{number}
      </Button>
    </form>
  );
}

const WITHDRAW = 'Withdraw this notice? It disappears from the post, feeds and citations.';

function NoticeEntry({ record, isBusy, attempt, notice }: PartProps & { notice: Notice }) {
  const { id, kind, date, reason, issuedBy } = notice;

  function withdraw() {
    if (!window.confirm(WITHDRAW)) return;
    const call = { param: { slug: record.slug, id } };
    void attempt(
      () => ignoreMissing(api('DELETE', '/admin/blog/posts/:slug/record/notices/:id', call)),
      'Failed to withdraw the notice. Please try again.',
      'The notice is withdrawn.',
    );
  }

  return (
    <li className="flex flex-wrap items-start justify-between gap-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          {noticeLabel(kind)}, {longDate(`${date}T12:00:00.000Z`)}
        </p>
        <p dir="auto" className="mt-1 whitespace-pre-line text-sm [overflow-wrap:anywhere]">
          {reason}
        </p>
        <p className="mt-1 text-muted text-xs">Issued by {issuedBy}</p>
      </div>
      <Button variant="danger" disabled={isBusy} onClick={withdraw}>
        Withdraw
      </Button>
    </li>
  );
}

const HINTS: Record<Notice['kind'], string> = {
  correction: 'A fault that leaves the conclusions standing. Correct the text, then say so here.',
  'expression-of-concern': 'There are doubts that are being looked into.',
  retraction: 'The conclusions no longer hold. “RETRACTED:” stands before the title everywhere.',
};

/** The day at the site: Canada's dates are those of ISO 8601. */
const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: site.timeZone }).format();

function NewNotice({ record: { slug, etag }, isBusy, attempt }: PartProps) {
  const [kind, setKind] = useState<Notice['kind']>('correction');

  async function add(form: HTMLFormElement) {
    const fields = Object.fromEntries(new FormData(form)) as Record<keyof Notice, string>;
    const call = { param: { slug }, json: { ...fields, kind, etag } };
    const isAdded = await attempt(
      () => api('POST', '/admin/blog/posts/:slug/record/notices', call),
      'Failed to add the notice. Please try again.',
      'The notice is on the post.',
    );
    if (!isAdded) return;
    form.reset();
    setKind('correction');
  }

  return (
    <form
      className="mt-6 space-y-4 rounded-card border border-line bg-surface p-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void add(event.currentTarget);
      }}
    >
      <h3 className="font-medium">Add a notice</h3>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Kind"
          value={kind}
          hint={HINTS[kind]}
          onChange={({ target }) => setKind(target.value as Notice['kind'])}
        >
          {NOTICE_KINDS.map((name) => (
            <option key={name} value={name}>
              {noticeLabel(name)}
            </option>
          ))}
        </SelectField>
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
        Add the {noticeLabel(kind).toLowerCase()}
      </Button>
    </form>
  );
}
