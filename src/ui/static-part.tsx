import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { revealWithin } from './reveal.tsx';
import { staticPartMarkup } from './static-part-cache.ts';
import { trustedHtml } from './trusted-types.ts';

type StaticPartProps = {
  /** Unique within the site. */
  name: string;
  /** Rendered on the server only: `import.meta.env.SSR ? <Part /> : null`. */
  children: ReactNode;
};

/**
 * A part of a page that needs no script. Only the server renders it; the browser loads neither its code
 * nor its text, and hydration leaves it unchanged. The route needs a `clientLoader` that calls
 * `fetchStaticParts`, for client-side navigation.
 */
export function StaticPart({ name, children }: StaticPartProps) {
  if (!import.meta.env.SSR) return <CachedPart name={name} />;
  return (
    <div data-static-part={name} className="contents">
      {children}
    </div>
  );
}

function CachedPart({ name }: { name: string }) {
  const part = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  // Hydration ignores this and leaves the server's markup. React renders it when it recovers from a
  // failed hydration.
  const [html] = useState(() => ({ __html: trustedHtml(staticPartMarkup(name)) }));
  useEffect(() => (part.current === null ? undefined : revealWithin(part.current)), []);

  function follow(event: MouseEvent) {
    const to = clickedPath(event);
    if (to === null) return;
    event.preventDefault();
    void navigate(to, { viewTransition: true });
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: clicks go to the links within it
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link reports the Enter key as a click
    <div
      ref={part}
      data-static-part={name}
      className="contents"
      onClick={follow}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: written by our own server
      dangerouslySetInnerHTML={html}
    />
  );
}

/** The path of this site that a click opens in this tab; null for any other click. */
function clickedPath(event: MouseEvent): string | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const isPlain =
    event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (link === null || !isPlain || link.target !== '') return null;
  const { origin, pathname, search, hash } = link;
  return origin === location.origin && !pathname.includes('.') ? pathname + search + hash : null;
}

// Hot module replacement cannot update a part whose code the browser does not load.
if (import.meta.env.DEV) import.meta.hot?.on('vite:beforeUpdate', () => location.reload());
