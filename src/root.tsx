import { type ReactNode, useContext } from 'react';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  ScrollRestoration,
  useMatches,
} from 'react-router';
import type { Route } from './+types/root.ts';
import adminStyle from './admin/admin-area.css?url';
import { crawlerScript } from './app/web/crawler-script.ts';
import { HydrationScripts, NonceContext } from './app/web/hydration-scripts.tsx';
import { speculationRules } from './app/web/speculation-rules.ts';
import { navigationLabels } from './content/navigation.ts';
import { site } from './content/site.ts';
import { pageContext } from './context.ts';
import { ErrorScreen } from './site/layout/error-screen.tsx';
import { Footer } from './site/layout/footer.tsx';
import { Header } from './site/layout/header.tsx';
import { useFocusOnNavigation } from './site/layout/navigation-focus.ts';
import { THEME_SCRIPT } from './site/layout/theme-script.ts';
import publicStyle from './site/public.css?url';
import printStyle from './ui/print.css?url';
import { privateMeta } from './ui/seo.ts';
import { STORAGE_PROPERTIES_SCRIPT, STORAGE_SCRIPT } from './ui/storage.ts';

const SPECULATION_RULES = import.meta.env.SSR ? speculationRules() : '';

export type PageHandle<LoaderData = unknown> = {
  /** False: the page is sent without the framework, and its links load the next page. */
  hydrate?: boolean;
  inlineScript?: string;
  /** A second inline script that depends on the loader data; empty for none. */
  scriptFor?: (loaderData: LoaderData | undefined) => string;
};

/** Used by the error screen only: every page has its own `meta`. */
export const meta: Route.MetaFunction = ({ error }) =>
  error === undefined
    ? []
    : privateMeta(isRouteErrorResponse(error) ? error.statusText : 'Unexpected Application Error!');

export const links: Route.LinksFunction = () => [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
  ...[
    { type: 'application/atom+xml', title: `${site.name} blog (Atom)`, href: '/feed.xml' },
    { type: 'application/feed+json', title: `${site.name} blog (JSON)`, href: '/feed.json' },
  ].map((feed) => ({ rel: 'alternate', ...feed })),
];

/** The error screen keeps the headers of the failed page's response. */
export function headers({ errorHeaders }: Route.HeadersArgs) {
  return errorHeaders ?? new Headers();
}

export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl, site: served } = context.get(pageContext);
  return { publicUrl, liveForms: served.liveForms };
}

/** The loader data, which are settings of the site, never change during a visit. */
export function shouldRevalidate() {
  return false;
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext);
  const matches = useMatches();
  useFocusOnNavigation();
  const isAdmin = matches.some(({ id }) => id.startsWith('admin/'));
  // After client-side navigation the framework is running, also on pages without hydration.
  const pageScripts = import.meta.env.SSR ? unhydratedPageScripts(matches) : null;
  return (
    <html lang={site.locale} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          // Where people write, a phone's keyboard makes the page smaller instead of covering it.
          content={`width=device-width, initial-scale=1${isAdmin ? ', interactive-widget=resizes-content' : ''}`}
        />
        <meta name="theme-color" content="#FBFAF7" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#07131A" media="(prefers-color-scheme: dark)" />
        <InlineScript code={import.meta.env.SSR ? headScript(pageScripts !== null) : ''} />
        <link rel="stylesheet" href={isAdmin ? adminStyle : publicStyle} precedence="default" />
        <link rel="stylesheet" href={printStyle} media="print" />
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
        {pageScripts === null ? (
          <>
            <ScrollRestoration nonce={nonce} />
            <HydrationScripts />
          </>
        ) : (
          <>
            {pageScripts.map((code) => (
              <InlineScript key={code} code={code} />
            ))}
            <InlineScript type="speculationrules" code={SPECULATION_RULES} />
          </>
        )}
      </body>
    </html>
  );
}

/** Rendered by the server only: the browser has run it when it renders the document. */
function headScript(isUnhydrated: boolean): string {
  const storage = isUnhydrated ? STORAGE_PROPERTIES_SCRIPT : STORAGE_SCRIPT;
  return storage + THEME_SCRIPT + crawlerScript();
}

function unhydratedPageScripts(matches: ReturnType<typeof useMatches>): string[] | null {
  const handles = matches.map(({ handle, loaderData }) => ({
    loaderData,
    ...((handle ?? {}) as PageHandle),
  }));
  if (!handles.some(({ hydrate }) => hydrate === false)) return null;
  return handles
    .flatMap(({ inlineScript, scriptFor, loaderData }) => [inlineScript, scriptFor?.(loaderData)])
    .filter((code): code is string => code !== undefined && code !== '');
}

function InlineScript({ type, code }: { type?: string; code: string }) {
  return (
    <script
      type={type}
      nonce={useContext(NonceContext)}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this program
      dangerouslySetInnerHTML={{ __html: code }}
    />
  );
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} />;
}
