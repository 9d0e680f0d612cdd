import { data } from 'react-router';
import { confirmation } from '../../../content/newsletter.ts';
import { pageContext } from '../../context.ts';
import type { PageHandle } from '../../root.tsx';
import { privateMeta } from '../../seo.ts';
import type { Route } from './+types/confirm.ts';
import { LinkPage } from './link-page.tsx';
import { SECRET, tokenOf } from './secret-link.ts';

export const handle = { hydrate: false } satisfies PageHandle;

export function headers() {
  return SECRET;
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { services } = context.get(pageContext);
  const found = await services.findConfirmation(tokenOf(request));
  return data({ found }, { status: found === 'unknown' ? 404 : 200 });
}

/** The button: it may be pressed any number of times. */
export async function action({ request, context }: Route.ActionArgs) {
  const { services } = context.get(pageContext);
  await services.confirmSubscription(tokenOf(request));
  return null;
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData === undefined ? [] : privateMeta(confirmation[loaderData.found].title);

export default function Confirm({ loaderData: { found } }: Route.ComponentProps) {
  return <LinkPage {...confirmation[found]} isDone={found === 'confirmed'} />;
}
