import { createMiddleware } from 'hono/factory';
import type { Session } from '../../domain/access/sessions.ts';
import type { Services } from '../../domain/services.ts';
import { FailureError } from './error-responses.ts';

/** Marks an operation as one that needs a token, in the OpenAPI document. */
export const security = [{ bearer: [] }];

/** The context of a request that passed `requireSession`. */
export type Authenticated = { Variables: { session: Session; token: string } };

/** The token of an `Authorization: Bearer …` header (RFC 6750), or null. */
export function bearerToken(request: Request): string | null {
  const match = /^Bearer +([\w.~+/-]+=*)$/i.exec(request.headers.get('Authorization') ?? '');
  return match?.[1] ?? null;
}

/** Rejects requests without a valid token. */
export function requireSession({ findSession }: Pick<Services, 'findSession'>) {
  return createMiddleware<Authenticated>(async (c, next) => {
    const token = bearerToken(c.req.raw);
    const session = token === null ? null : await findSession(token);
    if (token === null || session === null) {
      throw new FailureError({ kind: 'unauthenticated', detail: 'Not signed in.' });
    }
    c.set('session', session);
    c.set('token', token);
    await next();
    c.header('Cache-Control', 'no-store');
  });
}
