import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  useLoaderData,
} from 'react-router';
import type { Action } from '../../content/action.ts';
import { confirmation, hero, unsubscription } from '../../content/newsletter.ts';
import { pageContext } from '../../context.ts';
import type { PageHandle } from '../../root.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Mark, SeatedMark } from '../../ui/mark.tsx';
import { privateMeta } from '../../ui/seo.ts';
import {
  CONFIRM_PATH,
  confirmSubscription,
  findConfirmation,
  findUnsubscription,
  unsubscribe,
} from '../subscription.ts';

export const handle = { hydrate: false } satisfies PageHandle;

/** The URL is a secret, also in error responses: it must not be cached, indexed or sent as referrer. */
export function headers() {
  return {
    'Cache-Control': 'private, no-store',
    'X-Robots-Tag': 'noindex, nofollow',
    // Not `no-referrer`: with it, forms send `Origin: null`.
    'Referrer-Policy': 'strict-origin',
  };
}

function linkIn(request: Request) {
  const { pathname, searchParams } = new URL(request.url);
  const isConfirmation = pathname.toLowerCase().startsWith(CONFIRM_PATH);
  return { token: searchParams.get('token') ?? '', isConfirmation };
}

type Texts = { title: string; text: string; submit?: string; action?: Action };
type Shown = Texts & { isDone: boolean };

/** Opening the link changes nothing, because mail scanners open links too. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { site } = context.get(pageContext);
  const { token, isConfirmation } = linkIn(request);
  const found = await (isConfirmation ? findConfirmation : findUnsubscription)(site, token);
  const texts: Record<string, Texts> = isConfirmation ? confirmation : unsubscription;
  const isDone = found === 'confirmed' || found === 'unsubscribed';
  const shown = { title: '', text: '', ...texts[found], isDone };
  return data<Shown>(shown, { status: found === 'unknown' ? 404 : 200 });
}

/** Handles the button, which posts a form to the same URL; idempotent. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { site } = context.get(pageContext);
  const { token, isConfirmation } = linkIn(request);
  await (isConfirmation ? confirmSubscription : unsubscribe)(site, token);
  return null;
}

export const meta = ({ loaderData }: { loaderData: Shown | undefined }) =>
  loaderData === undefined ? [] : privateMeta(loaderData.title);

export default function LinkPage() {
  const { title, text, submit, action: next, isDone } = useLoaderData<Shown>();
  return (
    <div className="page flex min-h-[70vh] flex-col items-start justify-center pt-32 pb-16">
      {isDone ? <SeatedMark className="size-20" /> : <Mark className="size-14" />}
      <p className="eyebrow mt-8 mb-5">{hero.eyebrow}</p>
      <h1 className="display text-4xl">{title}</h1>
      <p className="mt-6 max-w-xl text-lg text-muted">{text}</p>
      <div className="mt-8 flex flex-wrap gap-4">
        {submit === undefined ? null : (
          <form method="post">
            <Button type="submit">{submit}</Button>
          </form>
        )}
        {next === undefined ? null : (
          <ButtonLink href={next.href} variant={isDone ? 'secondary' : 'primary'}>
            {next.label}
          </ButtonLink>
        )}
      </div>
    </div>
  );
}
