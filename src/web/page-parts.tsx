import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import {
  type EntryContext,
  Meta,
  type ServerBuild,
  ServerRouter,
  type StaticHandlerContext,
} from 'react-router';
import { NonceContext } from './nonce.ts';

type Route = NonNullable<ServerBuild['routes'][string]>;
type RouteModule = Route['module'];

/** Where the page goes in the document around it. What stands ahead of it is escaped text. */
const SEAM = '<template data-seam=""></template>';
/** Where the page's own part of the head goes. */
const HEAD_SEAM = '<meta name="seam" content=""/>';

/** Renders a page and the document around it apart, as the routes of a build say. */
export function createPartRenderer(build: ServerBuild) {
  const frameless: RouteModule = { ...(build.routes.root as Route).module, Layout: OwnParts };

  /** @param instead modules that stand in for those of the build, by the ids of their routes */
  function render(
    context: StaticHandlerContext,
    url: URL,
    instead: Record<string, RouteModule>,
    nonce?: string,
  ): string {
    const ids = context.matches.map(({ route }) => route.id);
    const entry: EntryContext = {
      // The routes that lead to the page and no others: the router prepares all that it is given.
      manifest: { ...build.assets, routes: pick(ids, (id) => build.assets.routes[id]) },
      routeModules: { ...pick(ids, (id) => build.routes[id]?.module), ...instead },
      staticHandlerContext: context,
      future: build.future,
      ssr: build.ssr,
      isSpaMode: build.isSpaMode,
      routeDiscovery: build.routeDiscovery,
      branches: [],
    };
    return renderToString(
      <NonceContext value={nonce}>
        <ServerRouter context={entry} url={url} />
      </NonceContext>,
    );
  }

  /** The document around the page that a request led to, with seams where the page goes. */
  function renderFrame(context: StaticHandlerContext, url: URL, nonce: string): string {
    const ids = context.matches.map(({ route }) => route.id);
    const id = ids.at(-1) ?? 'root';
    const seams: RouteModule = {
      ...(build.routes[id] as Route).module,
      default: Seam,
      meta: () => [{ name: 'seam', content: '' }],
    };
    const anyPage: StaticHandlerContext = {
      ...context,
      errors: null,
      loaderData: pick(ids, (each) => context.loaderData[each]),
      // The address of one page must not mark links in the frame of all.
      location: { ...context.location, pathname: patternOf(context), search: '', hash: '' },
    };
    return `<!DOCTYPE html>${render(anyPage, url, { [id]: seams }, nonce)}`;
  }

  /** The page that a request led to, or the error that stands in its place, without the layout. */
  function renderPage(context: StaticHandlerContext, url: URL): { head: string; body: string } {
    const html = render(context, url, { root: frameless });
    const at = html.indexOf(SEAM);
    return { head: html.slice(0, at), body: html.slice(at + SEAM.length) };
  }

  return { renderFrame, renderPage };
}

/** What stands before, between and behind the parts of a page. */
export function cutAtSeams(frame: string): [start: string, middle: string, end: string] {
  const [start = '', rest = ''] = frame.split(HEAD_SEAM);
  const [middle = '', end = ''] = rest.split(SEAM);
  return [start, middle, end];
}

/** As the route table writes it, with the names of parameters for their values. */
function patternOf({ matches }: StaticHandlerContext): string {
  return `/${matches.flatMap(({ route }) => route.path || []).join('/')}`;
}

function pick<Value>(ids: readonly string[], find: (id: string) => Value) {
  return Object.fromEntries(ids.map((id) => [id, find(id)]));
}

function Seam() {
  return <template data-seam="" />;
}

/** In place of the layout: React puts what belongs into a head, preloads too, before all else. */
function OwnParts({ children }: { children: ReactNode }) {
  return (
    <>
      <Meta />
      <Seam />
      {children}
    </>
  );
}
