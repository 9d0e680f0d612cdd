import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import { FailureError } from '../../server/http/error-responses.ts';
import type { Site } from '../../site.ts';
import { mayAct, type Role } from '../roles.ts';
import { findSession, type Session } from '../sessions.ts';

/**
 * Who may make a call below `/admin/`, by method and path; `calls` writes it. A call that is not in it is closed to
 * everybody.
 */
export const ACCESS = new Map<string, Role | 'everybody'>();

/** The context of operations below `/admin/` that need a token. */
export type Authenticated = {
  Variables: {
    session: Session;
    token: string;
    /** Looks again whether the caller may do this, after what took time. @throws {FailureError} otherwise */
    recheck: () => Promise<void>;
  };
};

/**
 * The one place that decides who may call the operations below `/admin/`, before their bodies are read. `recheck` asks
 * again: `call` does when a body has come whole, which may take minutes, and handlers do after what took time. The role
 * is read from the database each time, so that a change counts at once.
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
