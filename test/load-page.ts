import { resolve } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { type LoaderFunctionArgs, matchRoutes, type RouteObject } from 'react-router';
import routes from '../src/routes.ts';
import type { TestApp } from './make-app.ts';

const PAGES = toRouteObjects(routes);

/** Whether a public URL is answered by the HTTP server itself, not by a page. */
export function isFile(target: string): boolean {
  const [path = ''] = target.split('?');
  return /^\/(?:api|healthz|readyz)\b|\.(?:xml|json|txt|md|png|smi|mol|svg|bib|ris)$/.test(path);
}

/** Runs the loaders of a page. @returns their answers; what they throw (a redirect, a 404) is one, too */
export async function loadPage(target: string, site: TestApp['site']): Promise<unknown[]> {
  const url = new URL(target, site.identity.url);
  const matches = matchRoutes(PAGES, url.pathname) ?? [];
  const given = {
    site,
    viewer: null,
    publicUrl: site.identity.url,
    clientIp: null,
    linkHeader: () => undefined,
    retryAfter: () => undefined,
  };
  const answers: unknown[] = [];
  for (const { route, params } of matches) {
    const { loader } = await import(fileOf(route));
    const context = { get: () => given };
    try {
      const answer = await loader?.({
        params,
        request: new Request(url),
        context,
      } as unknown as LoaderFunctionArgs);
      answers.push(answer);
    } catch (thrown) {
      if (thrown instanceof Error) throw thrown;
      answers.push(thrown instanceof Response ? thrown.status : thrown);
    }
  }
  return answers;
}

function toRouteObjects(entries: readonly RouteConfigEntry[]): RouteObject[] {
  return entries.map(({ file, path, index, children }) => ({
    id: file,
    ...(path === undefined ? {} : { path }),
    ...(index === true ? { index } : { children: toRouteObjects(children ?? []) }),
  })) as RouteObject[];
}

function fileOf({ id = '' }: RouteObject): string {
  return resolve('src', id);
}

/** The patterns of all pages but those of the admin area, such as `/blog/:slug`. */
export function publicPagePaths(): string[] {
  const pathsOf = (objects: readonly RouteObject[], above: string): string[] =>
    objects.flatMap(({ path = '', children }) => {
      const whole = path === '' ? above : `${above}/${path}`;
      return children?.length ? pathsOf(children, whole) : [whole || '/'];
    });
  return pathsOf(PAGES, '').filter((path) => !/^\/admin\b|\*/.test(path));
}
