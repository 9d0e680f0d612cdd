import { type ReactNode, useContext, useEffect, useRef } from 'react';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  ScrollRestoration,
  useLocation,
  useMatches,
} from 'react-router';
import { navigationLabels } from '../content/navigation.ts';
import { site } from '../content/site.ts';
import type { Route } from './+types/root.ts';
import adminStyle from './admin-area.css?url';
import { ChunkLoadError } from './chunks/chunk-load-error.ts';
import { pageContext } from './context.ts';
import { crawlerScript } from './crawler-script.ts';
import interFont from './fonts/inter.woff2?url';
import newsreaderFont from './fonts/newsreader.woff2?url';
import { HydrationScripts } from './hydration-scripts.tsx';
import { ErrorScreen } from './layout/error-screen.tsx';
import { Footer } from './layout/footer.tsx';
import { Header } from './layout/header.tsx';
import { useFocusOnNavigation } from './layout/navigation-focus.ts';
import { THEME_SCRIPT } from './layout/theme-script.ts';
import { NonceContext } from './nonce.ts';
import publicStyle from './public.css?url';
import { privateMeta } from './seo.ts';
import { speculationRules } from './speculation-rules.ts';
import { STORAGE_SCRIPT } from './ui/storage.ts';

/** A browser that renders a document has run its scripts already. */
const HEAD_SCRIPT = import.meta.env.SSR ? STORAGE_SCRIPT + THEME_SCRIPT + crawlerScript() : '';
const SPECULATION_RULES = import.meta.env.SSR ? speculationRules() : '';

/** What a route says about its document. */
export type PageHandle<LoaderData = unknown> = {
  /** Sends no framework: the page only needs reading, and its links are ordinary ones. */
  readingOnly?: boolean;
  /** A small script of its own, for a page that sends no framework. */
  inlineScript?: string;
  /** Another one, by what the loader answered; empty for none. */
  scriptFor?: (loaderData: LoaderData | undefined) => string;
};

/** For the error screen only: every page says its own. */
export const meta: Route.MetaFunction = ({ error }) =>
  error === undefined
    ? []
    : privateMeta(isRouteErrorResponse(error) ? error.statusText : 'Unexpected Application Error!');

export const links: Route.LinksFunction = () => [
  ...[newsreaderFont, interFont].map((href) => ({
    rel: 'preload',
    href,
    as: 'font' as const,
    type: 'font/woff2',
    crossOrigin: 'anonymous' as const,
  })),
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
  ...[
    { type: 'application/atom+xml', title: `${site.name} blog (Atom)`, href: '/feed.xml' },
    { type: 'application/feed+json', title: `${site.name} blog (JSON)`, href: '/feed.json' },
  ].map((feed) => ({ rel: 'alternate', ...feed })),
];

/** The error screen is sent with what was said of it by the page that it stands for. */
export function headers({ errorHeaders }: Route.HeadersArgs) {
  return errorHeaders ?? new Headers();
}

export function loader({ context }: Route.LoaderArgs) {
  return { publicUrl: context.get(pageContext).publicUrl };
}

/** The address of the site does not change while somebody reads it. */
export function shouldRevalidate() {
  return false;
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext);
  const matches = useMatches();
  useFocusOnNavigation();
  useForgetFirstPage();
  // In the browser the framework is running already: a page reached through it keeps it.
  const isAdmin = matches.some(({ id }) => id.startsWith('admin/'));
  const reading = import.meta.env.SSR ? readingScripts(matches) : null;
  return (
    <html lang={site.locale} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#FBFAF7" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#07131A" media="(prefers-color-scheme: dark)" />
        <InlineScript nonce={nonce} code={HEAD_SCRIPT} />
        <link rel="stylesheet" href={isAdmin ? adminStyle : publicStyle} precedence="default" />
        <Meta />
        <Links />
      </head>
      <body>
        <a href="#content" className="skip-link">
          {navigationLabels.skip}
        </a>
        <Header />
        <main id="content" tabIndex={-1}>
          {children}
        </main>
        <Footer />
        {reading === null ? (
          <>
            <ScrollRestoration nonce={nonce} />
            <HydrationScripts nonce={nonce} />
          </>
        ) : (
          <>
            {reading.map((code) => (
              <InlineScript key={code} nonce={nonce} code={code} />
            ))}
            <InlineScript type="speculationrules" nonce={nonce} code={SPECULATION_RULES} />
          </>
        )}
      </body>
    </html>
  );
}

/** The small scripts of a page that sends no framework; null for any other. */
function readingScripts(matches: ReturnType<typeof useMatches>): string[] | null {
  const handles = matches.map(({ handle, loaderData }) => ({
    loaderData,
    ...((handle ?? {}) as PageHandle),
  }));
  if (!handles.some((handle) => handle.readingOnly)) return null;
  return handles
    .flatMap(({ inlineScript, scriptFor, loaderData }) => [inlineScript, scriptFor?.(loaderData)])
    .filter((code): code is string => code !== undefined && code !== '');
}

/** What the server said to machines is true of the page that it sent, not of those that follow. */
function useForgetFirstPage(): void {
  const { pathname } = useLocation();
  const first = useRef(pathname);
  useEffect(() => {
    if (pathname === first.current) return;
    for (const said of document.querySelectorAll(SAID_TO_MACHINES)) said.remove();
  }, [pathname]);
}

const SAID_TO_MACHINES = 'meta[property^="og:"],meta[name^="twitter:"],script[type$="ld+json"]';

type InlineScriptProps = { type?: string; nonce: string | undefined; code: string };

/** A script of our own; its hash goes into the page's content policy. */
function InlineScript({ type, nonce, code }: InlineScriptProps) {
  return (
    <script
      type={type}
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this program
      dangerouslySetInnerHTML={{ __html: code }}
    />
  );
}

export default function Root() {
  return <Outlet />;
}

/** Specification section 8: the default screen, with a stack trace in development only. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error)) {
    return <ErrorScreen message={`${error.status} ${error.statusText}`} />;
  }
  if (error instanceof ChunkLoadError) {
    return <ErrorScreen message={error.message} offerReload />;
  }
  const stack = import.meta.env.DEV && error instanceof Error ? error.stack : undefined;
  return (
    <ErrorScreen
      message={error instanceof Error ? error.message : 'Unknown error'}
      {...(stack === undefined ? {} : { stack })}
    />
  );
}
