import { isUtf8 } from 'node:buffer';
import { createRoute, type OpenAPIHono, type z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { HTTPException } from 'hono/http-exception';
import type { Result } from '../../server/failure.ts';
import { errorSchema, json } from '../../server/http/common-schemas.ts';
import { unwrap } from '../../server/http/error-responses.ts';
import { clientOf } from '../../server/http/requests.ts';
import {
  createRouter,
  type Described,
  METHODS,
  type Method,
  type Success,
  type ValueOf,
} from '../../server/http/router.ts';
import type { Role } from '../roles.ts';
import { ACCESS, type Authenticated } from './authorization.ts';

type For = 'everybody' | Role | 'token or not';

/** As the API's document says it, which may name roles (OpenAPI 3.1, Security Requirement Object). */
const SECURITY: Record<For, Record<string, string[]>[]> = {
  everybody: [],
  writer: [{ bearer: ['writer'] }],
  administrator: [{ bearer: ['administrator'] }],
  /** Public, and shows more to a valid token. */
  'token or not': [{}, { bearer: [] }],
};

/** The description of a failure, of an empty 204, or an answer in JSON with its description. */
type Answer = string | readonly [z.ZodType, string];
/** What is not JSON, as OpenAPI describes it. */
type Other = { description: string; content: Record<string, object> };
type Files = { required: true; content: Record<string, object> };

/**
 * A call of the API and of its document: a method with its path (`get: '/blog/posts/:slug'`), who may make it (below
 * `/admin/`, nobody where it does not say), what is sent, and the answers by status.
 */
type Definition = Partial<Record<Method, string>> & {
  readonly summary: string;
  readonly description?: string;
  readonly for?: For;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** Where a 201 says that the new thing is: a path with the names of its fields, as `/posts/:slug`. */
  readonly location?: string;
  /** JSON in UTF-8, or other media types, which the handler reads from `c.req`. */
  readonly body?: z.ZodType | Files;
  readonly [status: number]: Answer | Other;
};

type SchemaOf<Part> = Part extends z.ZodType ? z.output<Part> : undefined;

type RequestOf<D extends Definition> = {
  readonly c: Context<Authenticated>;
  readonly body: SchemaOf<D['body']>;
  readonly params: SchemaOf<D['params']>;
  readonly query: SchemaOf<D['query']>;
  readonly client: ReturnType<typeof clientOf>;
} & (D extends { for: 'writer' | 'administrator' }
  ? Authenticated['Variables'] & { /** The caller's email address. */ readonly by: string }
  : unknown);

/** After a 204, only a failure counts. */
type Answered<D> = D extends { 204: unknown }
  ? unknown
  : ValueOf<D> | Result<ValueOf<D>> | Response;

type Call<D> = { definition: D; handle: (request: never) => unknown };

/**
 * A call, whose handler follows: `call({ … }).to(handler)`. The handler returns what the first status of success answers,
 * a `Result` of it, or a whole response. Nothing is stored by caches unless the handler says otherwise.
 */
export function call<const D extends Definition>(definition: D) {
  type Handler = (request: RequestOf<D>) => Answered<D> | Promise<Answered<D>>;
  return { to: (handle: Handler): Call<D> => ({ definition, handle }) };
}

/** The router of some calls. */
export function calls<L extends readonly Call<Definition>[]>(
  list: readonly [...L],
  options?: Parameters<typeof createRouter>[0],
): OpenAPIHono<Authenticated> & Described<L[number]['definition']> {
  const router = createRouter<Authenticated>(options);
  for (const { definition, handle } of list) {
    const route = routeOf(definition);
    const status = Number(Object.keys(definition).find((key) => /^2\d\d$/.test(key)));
    router.openapi(route, async (c: Context<Authenticated>): Promise<never> => {
      c.header('Cache-Control', 'no-store');
      if (definition.body !== undefined) await c.get('recheck')?.();
      const answer = await handle(requestOf(c) as never);
      if (answer instanceof Response) return answer as never;
      const value = isResult(answer) ? unwrap(answer) : answer;
      if (status === 201) setLocation(c, definition, value as Record<string, unknown>);
      return (status === 204 ? c.body(null, 204) : c.json(value, status as Success)) as never;
    });
  }
  return router;
}

function routeOf(definition: Definition) {
  const method = METHODS.find((name) => name in definition) ?? 'get';
  const {
    summary,
    description,
    params,
    query,
    body,
    for: access,
    [method]: path = '',
  } = definition;
  if (access !== undefined && access !== 'token or not') {
    ACCESS.set(`${method.toUpperCase()} ${path}`, access);
  }
  const security = access && SECURITY[access];
  const isFile = body !== undefined && 'content' in body;
  const sent = isFile
    ? body
    : body && { required: true, content: { 'application/json': { schema: body } } };
  const answers = Object.entries<unknown>(definition).filter(([key]) => /^\d+$/.test(key));
  const request = { params, query, body: sent };
  const location = {
    Location: { description: 'Where it is', schema: { type: 'string' as const } },
  };
  return createRoute({
    method,
    path: path.replace(/:(\w+)/g, '{$1}'),
    summary,
    ...(description && { description }),
    ...(security && { security }),
    ...(body && !isFile && { middleware: [utf8Body] }),
    request: Object.fromEntries(Object.entries(request).filter(([, part]) => part !== undefined)),
    responses: Object.fromEntries(
      answers.map(([status, answer]) => [
        status,
        {
          ...response(status, answer as Answer | Other),
          ...(status === '201' && definition.location && { headers: location }),
        },
      ]),
    ),
  });
}

function response(status: string, answer: Answer | Other): Other | { description: string } {
  if (typeof answer === 'string') {
    return /^[23]/.test(status) ? { description: answer } : json(errorSchema, answer);
  }
  return 'content' in answer ? answer : json(...answer);
}

function requestOf(c: Context<Authenticated>) {
  const valid = (target: string) => c.req.valid(target as never) as unknown;
  return {
    c,
    body: valid('json'),
    params: valid('param'),
    query: valid('query'),
    client: clientOf(c),
    session: c.get('session'),
    token: c.get('token'),
    recheck: c.get('recheck'),
    by: c.get('session')?.email,
  };
}

function setLocation(
  c: Context,
  { location }: Definition,
  value: Readonly<Record<string, unknown>>,
): void {
  const path = location?.replace(/:(\w+)/g, (_, name) => String(value[name]));
  if (path !== undefined) c.header('Location', path);
}

function isResult(answer: unknown): answer is Result<unknown> {
  return typeof answer === 'object' && answer !== null && 'ok' in answer;
}

/**
 * Rejects a body that is not UTF-8: it would be stored with replacement characters. Consumes the body:
 * handlers must read it by `c.req`, not `c.req.raw`.
 */
const utf8Body = createMiddleware<Record<never, never>>(async (c, next) => {
  if (!isUtf8(await c.req.arrayBuffer())) throw new HTTPException(400);
  await next();
});
