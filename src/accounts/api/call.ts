import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import { createRoute, OpenAPIHono, type z } from '@hono/zod-openapi';
import type { Context, Env } from 'hono';
import { createMiddleware } from 'hono/factory';
import { HTTPException } from 'hono/http-exception';
import { matchedRoutes } from 'hono/route';
import type { Result } from '../../server/failure.ts';
import { findUnstorable, UNSTORABLE } from '../../server/fields.ts';
import { errorSchema, json } from '../../server/http/common-schemas.ts';
import {
  FailureError,
  failureResponse,
  fieldIssues,
  LOCATION,
  NOTHING_HERE,
  unwrap,
} from '../../server/http/error-responses.ts';
import { clientOf } from '../../server/http/requests.ts';
import {
  type Described,
  METHODS,
  type Method,
  type Success,
  type ValueOf,
} from '../../server/http/router.ts';
import type { Site } from '../../site.ts';
import { mayAct, type Role } from '../roles.ts';
import { findSession, type Session } from '../sessions.ts';

/**
 * Who may make a call below `/admin/`, by method and path; {@link calls} writes it. A call that is not in it is closed to
 * everybody.
 */
const ACCESS = new Map<string, Role | 'everybody'>();

export type Authenticated = {
  Variables: {
    session: Session;
    token: string;
    /** Looks again whether the caller may do this, after what took time. @throws {FailureError} otherwise */
    recheck: () => Promise<void>;
  };
};

/**
 * The one place that decides who may call the operations below `/admin/`, before their bodies are
 * read. `call` rechecks when a body has come whole, which may take minutes; handlers do after what
 * took time. Roles are read from the database each time, so that a change counts at once.
 */
export function authorize(site: Site) {
  return createMiddleware<Authenticated>(async (c, next) => {
    const method = c.req.method === 'HEAD' ? 'GET' : c.req.method;
    const route = matchedRoutes(c).find(
      ({ method: served, path }) => served === method || (served === 'ALL' && !path.endsWith('*')),
    );
    if (route === undefined) return next();
    const path = route.path.slice(route.path.indexOf('/admin/'));
    const access = ACCESS.get(`${route.method} ${path}`);
    if (access === 'everybody') return next();
    const token = bearerToken(c.req.raw);
    if (token === null) throw NOT_SIGNED_IN;
    const recheck = async () => {
      const session = await findSession(site, token);
      if (session === null) throw NOT_SIGNED_IN;
      if (access === undefined || !mayAct(session.role, access)) {
        throw new FailureError({ kind: 'forbidden', detail: FORBIDDEN });
      }
      c.set('session', session);
    };
    await recheck();
    c.set('token', token);
    c.set('recheck', recheck);
    await next();
    c.header('Cache-Control', 'no-store');
  });
}

const NOT_SIGNED_IN = new FailureError({ kind: 'unauthenticated', detail: 'Not signed in.' });

export const FORBIDDEN = 'Only administrators can do this.';

/** The token of an `Authorization: Bearer …` header (RFC 6750), or null. */
export function bearerToken(request: Request): string | null {
  const match = /^Bearer +([\w.~+/-]+=*)$/i.exec(request.headers.get('Authorization') ?? '');
  return match?.[1] ?? null;
}

type For = 'everybody' | Role | 'token or not';

/** As the API's document says it, which may name roles (OpenAPI 3.1, Security Requirement Object). */
const SECURITY: Record<For, Record<string, string[]>[]> = {
  everybody: [],
  writer: [{ bearer: ['writer'] }],
  administrator: [{ bearer: ['administrator'] }],
  /** Public, and shows more to a valid token. */
  'token or not': [{}, { bearer: [] }],
};

type Answer = string | readonly [z.ZodType, string];
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
  ? Authenticated['Variables'] & { readonly by: string }
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
      const value = valueOfAnswer(answer);
      const made = value as Readonly<Record<string, unknown>>;
      const path = definition.location?.replace(/:(\w+)/g, (_, name) => String(made[name]));
      if (path !== undefined) c.header('Location', path);
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
    ...(access && { security: SECURITY[access] }),
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

/** The value of an answer that may be a `Result`. @throws {FailureError} for a failure */
function valueOfAnswer(answer: unknown): unknown {
  const isResult = typeof answer === 'object' && answer !== null && 'ok' in answer;
  return isResult ? unwrap(answer as Result<unknown>) : answer;
}

/**
 * Rejects a body that is not UTF-8: it would be stored with replacement characters. Consumes the body:
 * handlers must read it by `c.req`, not `c.req.raw`.
 */
const utf8Body = createMiddleware<Record<never, never>>(async (c, next) => {
  const bytes = await c.req.arrayBuffer();
  turn = turn.then(promisify(setImmediate));
  await turn;
  if (!isUtf8(bytes)) throw new HTTPException(400);
  // Hono would copy the bytes into a response, and again out of it.
  Object.assign(c.req.bodyCache, { text: Promise.resolve(new TextDecoder().decode(bytes)) });
  await next();
});

/** Bodies that arrive together are parsed one in each turn of the event loop, which answers others between. */
let turn: Promise<unknown> = Promise.resolve();

type Target = Parameters<typeof fieldIssues>[1];

/**
 * Text that no database can store is rejected regardless of the schema, since it may reach a
 * statement.
 *
 * @param allowsUnstorableText for routes that store bodies as JSON, which can escape any text
 */
export function createRouter<E extends Env = Env>({
  allowsUnstorableText = false,
} = {}): OpenAPIHono<E> {
  return new OpenAPIHono<E>({
    defaultHook: (result) => {
      const target = result.target as Target;
      const sent = 'data' in result ? result.data : undefined;
      if (result.success) return allowsUnstorableText ? undefined : rejectUnstorable(target, sent);
      return failureResponse({ kind: 'invalid', issues: fieldIssues(result.error, target, sent) });
    },
  });
}

/** Passwords are hashed, so they may contain any character. */
const PASSWORDS: ReadonlySet<string> = new Set(['password', 'current']);

function rejectUnstorable(target: Target, sent: unknown): Response | undefined {
  const path = findUnstorable(sent, target === 'json' ? PASSWORDS : undefined);
  if (path === null) return undefined;
  // No row has such an id or slug.
  if (target === 'param') return failureResponse({ kind: 'not-found', detail: NOTHING_HERE });
  const loc = [LOCATION[target], ...path];
  return failureResponse({ kind: 'invalid', issues: [{ loc, msg: UNSTORABLE, type: 'custom' }] });
}
