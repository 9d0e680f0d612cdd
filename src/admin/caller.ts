import type { RoutesOf } from '../server/http/router.ts';
import { type ApiResult, type Send, sendSigned } from './api.ts';

/** Calls of the REST API with the types of the server's routes. Hono's own client returns responses, not results. */

/** The function that makes a router, of which a browser knows the type alone. */
type Router = (...deps: never) => unknown;

type PathOf<R extends Router> = keyof RoutesOf<R> & string;

type MethodOf<
  R extends Router,
  P extends PathOf<R>,
> = keyof RoutesOf<R>[P] extends `$${infer Method}` ? Uppercase<Method> : never;

/** A route as Hono describes it: a union with a member for each status. */
type RouteOf<
  R extends Router,
  M extends string,
  P extends PathOf<R>,
> = `$${Lowercase<M>}` extends infer Key extends keyof RoutesOf<R>[P] ? RoutesOf<R>[P][Key] : never;

/** What a call returns when it succeeds. */
export type OutputOf<R extends Router, M extends MethodOf<R, P>, P extends PathOf<R>> = SuccessOf<
  RouteOf<R, M, P>
>;

type SuccessOf<Route> = Route extends { status: 204 }
  ? undefined
  : Route extends { status: 200 | 201 | 202; output: infer Output }
    ? Output
    : never;

type InputOf<Route> = Route extends { input: infer Input }
  ? { [Part in keyof Input]: Part extends 'query' ? OrEmpty<Input[Part]> : Input[Part] }
  : never;

/** Empty parameters are not sent. */
type OrEmpty<Query> = { [Name in keyof Query]: Query[Name] | '' };

type ArgumentsOf<Input> = Record<never, never> extends Input ? [input?: Input] : [input: Input];

type Sent = {
  param?: Record<string, string | number>;
  query?: Record<string, string | number | boolean | undefined>;
  header?: Record<string, string>;
  json?: object;
};

/**
 * The calls of one router.
 *
 * @param send makes the request; by default with the stored token
 * @example
 * const api = caller<typeof trash>();
 * const answer = await api('DELETE', '/admin/trash/:id', { param: { id } });
 */
export function caller<R extends Router>(send: Send = sendSigned) {
  return <P extends PathOf<R>, M extends MethodOf<R, P>>(
    method: M,
    path: P,
    ...[input]: ArgumentsOf<InputOf<RouteOf<R, M, P>>>
  ): Promise<ApiResult<OutputOf<R, M, P>>> => {
    type Answer = Promise<ApiResult<OutputOf<R, M, P>>>;
    const { param = {}, query = {}, header, json } = (input ?? {}) as Sent;
    return send(method, urlOf(path, param, query), { body: json, headers: header }) as Answer;
  };
}

function urlOf(path: string, param: NonNullable<Sent['param']>, query: NonNullable<Sent['query']>) {
  const filled = path.replace(/:(\w+)/g, (_, name) => {
    const value = param[name];
    // The call of another path would be another call.
    if (value === undefined || value === '') throw new Error(`${path} lacks ${name}`);
    return encodeURIComponent(value);
  });
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return `/api${filled}${given.length === 0 ? '' : `?${new URLSearchParams(given)}`}`;
}
