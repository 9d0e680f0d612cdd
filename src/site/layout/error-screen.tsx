import { lazy } from 'react';
import { isRouteErrorResponse } from 'react-router';
import { headerNavigation } from '../../content/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';

/** Browsers load it when a link leads nowhere; a static import would bring it to all pages. */
const NotFoundScreen = import.meta.env.SSR
  ? (await import('../../ui/not-found-screen.tsx')).default
  : lazy(() => import('../../ui/not-found-screen.tsx'));

/** The heading of the default screen (specification section 8). */
const HEADING = 'Unexpected Application Error!';

export function ErrorScreen({ error }: { error: unknown }) {
  const response = isRouteErrorResponse(error) ? error : null;
  const thrown = error instanceof Error ? error : null;
  const message = response
    ? `${response.status} ${response.statusText}`
    : (thrown?.message ?? 'Unknown error');
  // Without a boundary of its own: the navigation waits for the screen, whose heading then takes the focus.
  if (response?.status === 404) {
    return (
      <NotFoundScreen>
        <div className="mt-12 flex flex-wrap gap-x-4 text-muted text-xs">
          <h2>{HEADING}</h2>
          <p>{message}</p>
        </div>
      </NotFoundScreen>
    );
  }
  return (
    <div className="page pt-32 pb-16 md:pt-44">
      <h1 className="display text-4xl">{HEADING}</h1>
      <p className="mt-4 whitespace-pre-line text-lg text-muted [overflow-wrap:anywhere]">
        {message}
      </p>
      {thrown?.name === 'ChunkLoadError' ? (
        <div className="mt-8">
          <p className="mb-4 max-w-[60ch]">
            Part of this page did not load. Your connection may have dropped, or the site may have
            been updated since you opened it. Loading the page again usually helps.
          </p>
          <Button onClick={() => location.reload()}>Reload the page</Button>
        </div>
      ) : null}
      {import.meta.env.DEV ? (
        <pre className="mt-6 overflow-x-auto border border-line bg-surface p-4 font-mono text-xs">
          {thrown?.stack}
        </pre>
      ) : null}
      <ul className="mt-10 flex flex-wrap gap-x-6">
        {WAYS_ON.map(({ href, name }) => (
          <li key={href}>
            <Link to={href} className="prose-link inline-flex min-h-11 items-center">
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

const WAYS_ON = [{ name: 'Home', href: '/' }, ...headerNavigation, { name: 'Blog', href: '/blog' }];
