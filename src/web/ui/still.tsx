import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { markupOfPart } from './kept-parts.ts';
import { revealWithin } from './reveal.tsx';
import { trustedHtml } from './trusted-types.ts';

type StillProps = {
  /** Of its own on the site. */
  name: string;
  /** For the server alone: `import.meta.env.SSR ? <Part /> : null`. */
  children: ReactNode;
};

/**
 * A part of a page in which nothing moves but what HTML and CSS move. The server writes it; a browser
 * leaves it as it is and loads neither its code nor its words. The route of a page that has one has a
 * `clientLoader` that calls `fetchParts`, for readers whom a link leads there.
 */
export function Still({ name, children }: StillProps) {
  if (!import.meta.env.SSR) return <KeptPart name={name} />;
  return (
    <div data-still={name} className="contents">
      {children}
    </div>
  );
}

function KeptPart({ name }: { name: string }) {
  const part = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  // Hydration keeps what the server wrote, whatever this is. When React recovers from a failed
  // hydration, it renders this in place of what the document holds.
  const [html] = useState(() => ({ __html: trustedHtml(markupOfPart(name)) }));
  useEffect(() => (part.current === null ? undefined : revealWithin(part.current)), []);

  function follow(event: MouseEvent) {
    const to = pageBehind(event);
    if (to === null) return;
    event.preventDefault();
    void navigate(to, { viewTransition: true });
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links within it are what is clicked
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link reports the Enter key as a click
    <div
      ref={part}
      data-still={name}
      className="contents"
      onClick={follow}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: written by our own server
      dangerouslySetInnerHTML={html}
    />
  );
}

/** The page of this site that a click leads to in this tab; null for any other click. */
function pageBehind(event: MouseEvent): string | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const isPlain =
    event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (link === null || !isPlain || link.target !== '') return null;
  const { origin, pathname, search, hash } = link;
  return origin === location.origin && !pathname.includes('.') ? pathname + search + hash : null;
}

// Its code is not the browser's to replace while it runs.
if (import.meta.env.DEV) import.meta.hot?.on('vite:beforeUpdate', () => location.reload());
