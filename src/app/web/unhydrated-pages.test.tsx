import type { ReactNode } from 'react';
import {
  createRequestHandler,
  data,
  Meta,
  NavLink,
  Outlet,
  RouterContextProvider,
  redirect,
  Scripts,
  type ServerBuild,
  useLoaderData,
  useMatches,
} from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { pageContext } from '../../context.ts';
import * as entry from '../../entry.server.tsx';
import type { PageHandle } from '../../root.tsx';
import { hashInlineCode } from '../../server/http/security-headers.ts';
import { createUnhydratedPages } from './unhydrated-pages.tsx';

const NONCE = '0123456789abcdef';
const CSP = {
  nonce: NONCE,
  inlineStyles: (html: string) => html,
  hashInlineCode: (html: string) => hashInlineCode(html, NONCE),
};

type Module = NonNullable<ServerBuild['routes'][string]>['module'];

function Layout({ children }: { children: ReactNode }) {
  const handles = useMatches().map(({ handle, loaderData }) => {
    const { hydrate, scriptFor } = (handle ?? {}) as PageHandle;
    return { hydrate, script: scriptFor?.(loaderData) ?? '' };
  });
  return (
    <html lang="en">
      <head>
        <Meta />
        <link rel="icon" href="/icon.svg" />
      </head>
      <body>
        <NavLink to="/posts">Posts</NavLink>
        <NavLink to="/about">About</NavLink>
        <main>{children}</main>
        {handles.map(
          ({ script }) =>
            script !== '' && <script key={script} {...{ nonce: NONCE, children: script }} />,
        )}
        {handles.some(({ hydrate }) => hydrate === false) ? null : <Scripts nonce={NONCE} />}
      </body>
    </html>
  );
}

type Post = { slug: string; text: string } | null;

function PostPage() {
  const post = useLoaderData<Post>();
  if (post?.slug === 'thrower') throw new Error('The page tore');
  return (
    <>
      <h1>{post?.slug}</h1>
      <img src="/cover.jpg" alt="" fetchPriority="high" />
      <p>{post?.text}</p>
    </>
  );
}

const NOT_HYDRATED = { hydrate: false } satisfies PageHandle;

const root: Module = {
  loader: () => ({ publicUrl: 'https://site.test' }),
  default: Outlet,
  ErrorBoundary: () => <h1>Nothing here</h1>,
  meta: ({ error }) => (error === undefined ? [] : [{ title: 'Nothing' }]),
  Layout,
};

const post: Module = {
  handle: {
    hydrate: false,
    scriptFor: (post) => (post === null ? 'missing()' : 'covers()'),
  } satisfies PageHandle,
  loader: ({ params: { slug } }) => {
    if (slug === 'old') return redirect('/posts/new', 301);
    if (slug === 'broken') throw new Error('The shelf fell');
    return slug === 'none' ? data(null, 404) : { slug, text: 'α → “β” \u{1F9EA}' };
  },
  meta: ({ loaderData, matches: [root] }) => [
    { title: (loaderData as Post)?.slug ?? 'None' },
    { name: 'site', content: JSON.stringify(root?.loaderData) },
    { 'script:ld+json': { name: '</script><b>' } },
  ],
  default: PostPage,
};

/** Pages by their paths. */
const PAGES: Record<string, Module> = {
  'posts/:slug': post,
  about: { handle: NOT_HYDRATED, default: () => <p>About us</p> },
  form: { default: () => <p>Write to us</p> },
  secret: {
    handle: NOT_HYDRATED,
    headers: () => ({ 'Cache-Control': 'private, no-store' }),
    default: () => <p>A secret</p>,
  },
  '*': {
    handle: NOT_HYDRATED,
    loader: () => {
      throw data(null, { status: 404, statusText: 'Not Found' });
    },
    default: () => null,
  },
};

/** A server build with a few pages. */
function makeSite() {
  const pages = Object.entries(PAGES).map(
    ([path, module]) => [path, { id: path, parentId: 'root', path, module }] as const,
  );
  const routes = { root: { id: 'root', path: '', module: root }, ...Object.fromEntries(pages) };
  const manifest = Object.entries(routes).map(([id, { module, ...route }]) => {
    const has = { hasLoader: module.loader !== undefined, hasErrorBoundary: id === 'root' };
    const hasNot = { hasAction: false, hasClientAction: false, hasClientLoader: false };
    return [id, { ...route, ...has, ...hasNot, module: '/module.js' }];
  });
  const build = {
    entry: { module: entry },
    routes,
    assets: {
      entry: { imports: [], module: '/entry.js' },
      routes: Object.fromEntries(manifest),
      url: '/manifest.js',
      version: '1',
    },
    publicPath: '/',
    assetsBuildDirectory: 'build/client',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
  } as unknown as ServerBuild;

  const provider = (csp?: typeof CSP) => {
    const context = new RouterContextProvider();
    context.set(pageContext, { csp, viewer: null, reportError: vi.fn() } as never);
    return context;
  };
  const renderUnhydrated = createUnhydratedPages(build);
  const handle = createRequestHandler(build, 'production');
  const requestFor = (path: string, init?: RequestInit) =>
    new Request(`https://site.test${path}`, init);
  return {
    /** Rendered by the code under test; null where it leaves the request to the router's handler. */
    render: (path: string, init?: RequestInit) =>
      renderUnhydrated(requestFor(path, init), provider(CSP)),
    renderWithoutCsp: (path: string) => renderUnhydrated(requestFor(path), provider()),
    /** Rendered by the router's own handler. */
    renderByRouter: (path: string) => handle(requestFor(path), provider(CSP)),
  };
}

/** The parts of a document in sorted order, without React's hydration comments. */
function contentOf(html: string): string[] {
  return (html.match(/<[^>]+>|[^<]+/g) ?? []).filter((part) => !/^<!--\/?\$-->$/.test(part)).sort();
}

describe('a page without hydration', () => {
  it.each([
    ['/posts/first', 200],
    ['/Posts/First/?utm=x', 200],
    ['/posts/none', 404],
    ['/about', 200],
    ['/nothing', 404],
  ])('says the same as through the router: %s', async (path, status) => {
    const site = makeSite();
    const [page, reference] = [await site.render(path), await site.renderByRouter(path)];
    expect([page?.status, reference.status]).toEqual([status, status]);
    expect([...(page?.headers ?? [])]).toEqual([...reference.headers]);
    const html = (await page?.text()) ?? '';
    expect(html).toMatch(/^<!DOCTYPE html><html lang="en"><head>/);
    expect(contentOf(html)).toEqual(contentOf(await reference.text()));
  });

  it('has its metadata and preloads in the head, and its own scripts, allowed by its policy', async () => {
    const site = makeSite();
    const [post, none] = [await site.render('/posts/first'), await site.render('/posts/none')];
    const [html = '', noneHtml] = [await post?.text(), await none?.text()];
    const head = html.slice(0, html.indexOf('</head>'));
    expect(head).toContain('<title>first</title>');
    expect(head).toContain('<link rel="preload" as="image" href="/cover.jpg"');
    expect(head).toContain('<script type="application/ld+json">');
    expect(html).toContain('<script>covers()</script>');
    expect(noneHtml).toContain('<script>missing()</script>');
    expect(html).not.toContain(NONCE);
    const [policy, other] = [post, none].map((page) =>
      page?.headers.get('Content-Security-Policy'),
    );
    expect(policy).toContain("'sha256-");
    expect(policy).not.toBe(other);
  });

  it('redirects from a former URL', async () => {
    const answer = await makeSite().render('/posts/old');
    expect([answer?.status, answer?.headers.get('Location')]).toEqual([301, '/posts/new']);
  });
});

it.each([
  ['a page that a browser hydrates', '/form', {}],
  ['a page with headers of its own', '/secret', {}],
  ['a call for data', '/posts/first.data', {}],
  ['a form that was sent', '/posts/first', { method: 'POST', body: 'x' }],
  ['a mistake in a loader, which has to be reported', '/posts/broken', {}],
])('the router answers %s', async (_what, path, init) => {
  expect(await makeSite().render(path, init)).toBeNull();
});

it('the router answers a mistake in a page, which has to be reported, and all in development, without a content policy', async () => {
  await expect(makeSite().render('/posts/thrower')).rejects.toThrow('The page tore');
  expect(await makeSite().renderWithoutCsp('/about')).toBeNull();
});
