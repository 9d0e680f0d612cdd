import type { z } from 'zod';
import type { Described, Method, ValueOf } from '../server/http/router.ts';
import { type ApiResult, type Send, sendSigned } from './api.ts';

/** The function that makes a router, of which a browser knows the type alone. */
type Router = (...deps: never) => Described<unknown>;

type DefinitionOf<R extends Router> = NonNullable<ReturnType<R>['definitions']>;

type PathOf<R extends Router> = PathIn<DefinitionOf<R>>;
type PathIn<D> = D extends unknown ? D[keyof D & Method] & string : never;

type CallAt<R extends Router, M extends string, P> = Extract<
  DefinitionOf<R>,
  { readonly [Name in Lowercase<M>]: P }
>;

type MethodOf<R extends Router, P> = {
  [M in Method]: CallAt<R, M, P> extends never ? never : Uppercase<M>;
}[Method];

export type OutputOf<R extends Router, M extends MethodOf<R, P>, P extends PathOf<R>> = ValueOf<
  CallAt<R, M, P>
>;

type InputOf<D> = (D extends { params: infer S extends z.ZodType }
  ? { param: z.input<S> }
  : unknown) &
  (D extends { body: infer S extends z.ZodType } ? { json: z.input<S> } : unknown) &
  (D extends { query: infer S extends z.ZodType } ? QueryOf<z.input<S>> : unknown);

type QueryOf<Q> = Record<never, never> extends Q ? { query?: OrEmpty<Q> } : { query: OrEmpty<Q> };

/** Empty parameters are not sent. */
type OrEmpty<Query> = { [Name in keyof Query]: Query[Name] | '' };

type ArgumentsOf<Input> = Record<never, never> extends Input ? [input?: Input] : [input: Input];

type CallInput = {
  param?: Record<string, string | number>;
  query?: Record<string, string | number | boolean | undefined>;
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
    ...[input]: ArgumentsOf<InputOf<CallAt<R, M, P>>>
  ): Promise<ApiResult<OutputOf<R, M, P>>> => {
    type Answer = Promise<ApiResult<OutputOf<R, M, P>>>;
    const { param = {}, query = {}, json } = (input ?? {}) as CallInput;
    return send(method, urlOf(path, param, query), { body: json }) as Answer;
  };
}

function urlOf(
  path: string,
  param: NonNullable<CallInput['param']>,
  query: NonNullable<CallInput['query']>,
) {
  const pathname = path.replace(/:(\w+)/g, (_, name) => {
    const value = param[name];
    // The call of another path would be another call.
    if (value === undefined || value === '') throw new Error(`${path} lacks ${name}`);
    return encodeURIComponent(value);
  });
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return `/api${pathname}${parameters.length === 0 ? '' : `?${new URLSearchParams(parameters)}`}`;
}
