import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { type ApiResult, failureMessage, ignoreMissing } from '../../../admin/api.ts';
import { BackLink } from '../../../admin/back-link.tsx';
import { caller } from '../../../admin/caller.ts';
import { ErrorBox } from '../../../admin/error-box.tsx';
import { LoadFailure } from '../../../admin/load-failure.tsx';
import { orLogin } from '../../../admin/session/expired-session.ts';
import { useSubmit } from '../../../admin/use-submit.ts';
import { Button } from '../../../ui/button.tsx';
import { longDate } from '../../../ui/dates.ts';
import { privateMeta } from '../../../ui/seo.ts';
import { Subscripts } from '../../../ui/subscripts.tsx';
import type { record as recordApi } from '../../api/record.ts';
import { type Notice, noticeLabel } from '../../record/notice.ts';
import type { PostRecord } from '../../record/notices.ts';
import type { Route } from './+types/post-record.ts';
import { FrozenVersions } from './frozen-versions.tsx';
import { NoticeForm } from './notice-form.tsx';

const api = caller<typeof recordApi>();

export const meta: Route.MetaFunction = ({ loaderData }) =>
  privateMeta(`Record: ${loaderData?.record?.title ?? 'post'}`);

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  const { slug } = params;
  const answer = orLogin(
    await api('GET', '/admin/blog/posts/:slug/record', { param: { slug } }),
    new URL(request.url),
  );
  return answer.ok
    ? { record: answer.value, failure: null }
    : {
        record: null,
        failure: failureMessage(answer.failure, 'Failed to load the record. Please try again.'),
      };
}

export default function Record({ loaderData, params }: Route.ComponentProps) {
  const { record, failure } = loaderData;
  return (
    <>
      <BackLink to={`/admin/edit-post/${record?.slug ?? params.slug}`}>Back to the form</BackLink>
      <h1 className="display text-2xl">Record</h1>
      {record === null ? <LoadFailure message={failure} /> : <LoadedRecord record={record} />}
    </>
  );
}

const QUESTION = 'Withdraw this notice? It disappears from the post, feeds and citations.';

function LoadedRecord({ record }: { record: PostRecord }) {
  const { slug, etag } = record;
  const [notice, setNotice] = useState('');
  const { isBusy, failure, submit } = useSubmit();
  const { revalidate } = useRevalidator();
  const status = useRef<HTMLParagraphElement>(null);

  async function attempt(
    call: () => Promise<ApiResult<unknown>>,
    fallback: string,
    done: string,
  ): Promise<boolean> {
    setNotice('');
    const answer = await submit(call, fallback);
    if (!answer.ok) return false;
    await revalidate();
    setNotice(done);
    // The pressed button may be gone.
    status.current?.focus();
    return true;
  }

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
        <FrozenVersions
          record={record}
          isBusy={isBusy}
          onFreeze={(note) =>
            attempt(
              () =>
                api('POST', '/admin/blog/posts/:slug/record/versions', {
                  param: { slug },
                  json: { etag, note },
                }),
              'Failed to freeze the version. Please try again.',
              'The version is frozen. It can be cited from now on.',
            )
          }
        />
        <section aria-labelledby="notices">
          <h2 id="notices" className="font-medium text-lg">
            Notices
          </h2>
          <p className="mt-1 max-w-[60ch] text-muted text-sm">
            A notice stands above the post and goes wherever the post goes: lists, feeds, search,
            share images and citations. A retracted post stays readable.
          </p>
          <NoticeList
            notices={record.notices}
            isBusy={isBusy}
            onWithdraw={({ id }) => {
              if (!window.confirm(QUESTION)) return;
              const param = { slug, id };
              void attempt(
                () =>
                  ignoreMissing(
                    api('DELETE', '/admin/blog/posts/:slug/record/notices/:id', { param }),
                  ),
                'Failed to withdraw the notice. Please try again.',
                'The notice is withdrawn.',
              );
            }}
          />
          <NoticeForm
            isBusy={isBusy}
            onAdd={(added) =>
              attempt(
                () =>
                  api('POST', '/admin/blog/posts/:slug/record/notices', {
                    param: { slug },
                    json: { ...added, etag },
                  }),
                'Failed to add the notice. Please try again.',
                'The notice is on the post.',
              )
            }
          />
        </section>
      </div>
    </div>
  );
}

type NoticeListProps = {
  notices: readonly Notice[];
  isBusy: boolean;
  onWithdraw: (notice: Notice) => void;
};

function NoticeList({ notices, isBusy, onWithdraw }: NoticeListProps) {
  if (notices.length === 0) return null;
  return (
    <ul className="mt-4 divide-y divide-line border-line border-y">
      {notices.map((notice) => (
        <li key={notice.id} className="flex flex-wrap items-start justify-between gap-4 py-3">
          <div className="min-w-0 flex-1">
            <p className="font-medium">
              {noticeLabel(notice.kind)}, {longDate(`${notice.date}T12:00:00.000Z`)}
            </p>
            <p dir="auto" className="mt-1 whitespace-pre-line text-sm [overflow-wrap:anywhere]">
              {notice.reason}
            </p>
            <p className="mt-1 text-muted text-xs">Issued by {notice.issuedBy}</p>
          </div>
          <Button variant="danger" disabled={isBusy} onClick={() => onWithdraw(notice)}>
            Withdraw
          </Button>
        </li>
      ))}
    </ul>
  );
}
