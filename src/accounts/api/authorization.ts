import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import { FailureError } from '../../server/http/error-responses.ts';
import type { Site } from '../../site.ts';
import { mayAct, ROLES, type Role } from '../roles.ts';
import { findSession, type Session } from '../sessions.ts';

/**
 * Who may call an operation below `/admin/`, as its `security` in the OpenAPI document, which may name roles
 * (OpenAPI 3.1, Security Requirement Object). An operation that states none is closed to everybody.
 */
export const forAdministrators = [{ bearer: ['administrator'] }];
export const forWriters = [{ bearer: ['writer'] }];
/** No token: for signing in, and for what the links in mails lead to. */
export const forEverybody: [] = [];

/** The context of operations below `/admin/` that need a token. */
export type Authenticated = {
  Variables: {
    session: Session;
    token: string;
    /** Looks again whether the caller may do this, after what took time. @throws {FailureError} otherwise */
    recheck: () => Promise<void>;
  };
};

type Access = Role | 'everybody';

type Declared = {
  method: string;
  path: string;
  security?: readonly Readonly<Record<string, readonly string[]>>[] | undefined;
};

/** The pause between two looks at the role of somebody whose download goes on. */
const RECHECK_MS = 1_000;

/**
 * The one place that decides who may call the operations below `/admin/`: before their bodies are read, and again when
 * a body has come whole, which may take minutes. Its reader learns of the end only after that, so that a call which
 * reads its body cannot do without. A response other than JSON breaks off when its reader may no longer have it.
 * The role is read from the database each time, so that a change counts at once.
 *
 * @param api the router that holds all operations when the first request comes
 */
export function authorize(site: Site, api: Pick<OpenAPIHono, 'openAPIRegistry'>) {
  let declared: ReadonlyMap<string, Access> | undefined;
  return createMiddleware<Authenticated>(async (c, next) => {
    const method = c.req.method === 'HEAD' ? 'GET' : c.req.method;
    const route = matchedRoutes(c).find(
      ({ method: served, path }) => served === method || (served === 'ALL' && !path.endsWith('*')),
    );
    if (route === undefined) return next();
    declared ??= declaredAccess(api);
    const path = route.path.slice(route.path.indexOf('/admin/'));
    const access = declared.get(`${route.method} ${path}`);
    if (access === 'everybody') return next();
    const token = bearerToken(c.req.raw);
    if (token === null) throw NOT_SIGNED_IN;
    const check = async () => {
      const session = await findSession(site, token);
      if (session === null) throw NOT_SIGNED_IN;
      if (access === undefined || !mayAct(session.role, access)) {
        throw new FailureError({ kind: 'forbidden', detail: FORBIDDEN });
      }
      c.set('session', session);
    };
    await check();
    c.set('token', token);
    c.set('recheck', check);
    const failure = recheckAfterBody(c, check);
    await next();
    // What the handler made of a body that failed.
    if (failure() !== null) {
      // Otherwise Hono copies the headers of this response to the next one.
      c.res = undefined;
      throw failure();
    }
    c.header('Cache-Control', 'no-store');
    recheckWhileSent(c, check);
  });
}

/** @returns a function that tells why the caller may not go on since the body has come */
function recheckAfterBody(c: Context, check: () => Promise<void>): () => unknown {
  const { raw } = c.req;
  let failure: unknown = null;
  if (raw.body !== null) {
    const recheck = () =>
      check().catch((error: unknown) => {
        failure = error;
        throw error;
      });
    const body = recheckedAtEnd(raw.body, recheck);
    c.req.raw = new Request(raw, { ...{ body, duplex: 'half' } });
  }
  return () => failure;
}

function recheckWhileSent(c: Context, check: () => Promise<void>): void {
  const { res } = c;
  // JSON is in memory as a whole.
  const isJson = res.headers.get('Content-Type')?.startsWith('application/json') ?? false;
  if (isJson || res.body === null) return;
  c.res = undefined;
  c.res = new Response(recheckedAtIntervals(res.body, check, RECHECK_MS), res);
}

const NOT_SIGNED_IN = new FailureError({ kind: 'unauthenticated', detail: 'Not signed in.' });

export const FORBIDDEN = 'Only administrators can do this.';

function declaredAccess({ openAPIRegistry }: Pick<OpenAPIHono, 'openAPIRegistry'>) {
  const access = new Map<string, Access>();
  for (const definition of openAPIRegistry.definitions) {
    if (definition.type !== 'route') continue;
    const { method, path, security } = definition.route as Declared;
    const allowed = accessOf(security);
    const pattern = path.replace(/\{(\w+)\}/g, ':$1');
    if (allowed !== null) access.set(`${method.toUpperCase()} ${pattern}`, allowed);
  }
  return access;
}

/** Null when an operation does not say who may call it. */
function accessOf(security: Declared['security']): Access | null {
  if (security?.length === 0) return 'everybody';
  return ROLES.find((role) => security?.[0]?.bearer?.includes(role)) ?? null;
}

/** Asks `recheck` at the end of a body, before its reader learns of the end; the body fails as `recheck` does. */
function recheckedAtEnd(
  body: ReadableStream<Uint8Array>,
  recheck: () => Promise<void>,
): ReadableStream<Uint8Array> {
  return rechecked(body, async ({ done }) => {
    if (done) await recheck();
  });
}

/** Asks `recheck` whenever `ms` have passed; the body breaks off as `recheck` fails. */
function recheckedAtIntervals(
  body: ReadableStream<Uint8Array>,
  recheck: () => Promise<void>,
  ms: number,
): ReadableStream<Uint8Array> {
  let checkedAt = performance.now();
  return rechecked(body, async ({ done }) => {
    if (done || performance.now() - checkedAt < ms) return;
    checkedAt = performance.now();
    await recheck();
  });
}

type Chunk = ReadableStreamReadResult<Uint8Array>;

function rechecked(
  body: ReadableStream<Uint8Array>,
  beforePassing: (chunk: Chunk) => Promise<void>,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunk = await reader.read();
        try {
          await beforePassing(chunk);
        } catch (error) {
          await reader.cancel(error).catch(() => undefined);
          throw error;
        }
        if (chunk.done) controller.close();
        else controller.enqueue(chunk.value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    // Nothing is read before it is asked for.
    { highWaterMark: 0 },
  );
}

/** The token of an `Authorization: Bearer …` header (RFC 6750), or null. */
export function bearerToken(request: Request): string | null {
  const match = /^Bearer +([\w.~+/-]+=*)$/i.exec(request.headers.get('Authorization') ?? '');
  return match?.[1] ?? null;
}
