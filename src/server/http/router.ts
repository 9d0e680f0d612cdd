import { isUtf8 } from 'node:buffer';
import { OpenAPIHono } from '@hono/zod-openapi';
import type { Env } from 'hono';
import { createMiddleware } from 'hono/factory';
import { HTTPException } from 'hono/http-exception';
import { findUnstorable, UNSTORABLE } from '../fields.ts';
import { failureResponse, fieldIssues, LOCATION, NOTHING_HERE } from './error-responses.ts';

type Target = Parameters<typeof fieldIssues>[1];

/** The routes of the router that a function makes, by path and method, as Hono types them for clients. */
export type RoutesOf<MakeRouter extends (...deps: never) => unknown> =
  ReturnType<MakeRouter> extends OpenAPIHono<infer _Env, infer Routes, infer _BasePath>
    ? Routes
    : never;

/**
 * A router with the API's 422 responses for validation errors. Text that no database can store is rejected
 * regardless of the schema, since it may reach a statement.
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

/**
 * Rejects a body that is not UTF-8: it would be stored with replacement characters. Consumes the body:
 * handlers must read it by `c.req`, not `c.req.raw`.
 */
export const utf8Body = createMiddleware<Record<never, never>>(async (c, next) => {
  if (!isUtf8(await c.req.arrayBuffer())) throw new HTTPException(400);
  await next();
});
