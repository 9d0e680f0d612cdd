import type { OpenAPIHono } from '@hono/zod-openapi';
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

/**
 * The one place that decides who may call the operations below `/admin/`, before their bodies are read. `recheck` asks
 * again: `call` does when a body has come whole, which may take minutes, and handlers do after what took time. The role
 * is read from the database each time, so that a change counts at once.
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

/** The token of an `Authorization: Bearer …` header (RFC 6750), or null. */
export function bearerToken(request: Request): string | null {
  const match = /^Bearer +([\w.~+/-]+=*)$/i.exec(request.headers.get('Authorization') ?? '');
  return match?.[1] ?? null;
}
