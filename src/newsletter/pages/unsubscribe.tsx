import { data } from 'react-router';
import { unsubscription } from '../../content/newsletter.ts';
import { pageContext } from '../../context.ts';
import type { PageHandle } from '../../root.tsx';
import { privateMeta } from '../../ui/seo.ts';
import { findUnsubscription, unsubscribe } from '../subscription.ts';
import type { Route } from './+types/unsubscribe.ts';
import { LinkPage } from './link-page.tsx';
import { SECRET_PAGE_HEADERS, tokenFrom } from './secret-link.ts';

export const handle = { hydrate: false } satisfies PageHandle;

export function headers() {
  return SECRET_PAGE_HEADERS;
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { site } = context.get(pageContext);
  const found = await findUnsubscription(site, tokenFrom(request));
  return data({ found }, { status: found === 'unknown' ? 404 : 200 });
}

/** Handles the button; idempotent. */
export async function action({ request, context }: Route.ActionArgs) {
  const { site } = context.get(pageContext);
  await unsubscribe(site, tokenFrom(request));
  return null;
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData === undefined ? [] : privateMeta(unsubscription[loaderData.found].title);

export default function Unsubscribe({ loaderData: { found } }: Route.ComponentProps) {
  return <LinkPage {...unsubscription[found]} isDone={found === 'unsubscribed'} />;
}
