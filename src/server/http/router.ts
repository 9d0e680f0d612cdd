import { OpenAPIHono, type z } from '@hono/zod-openapi';
import type { Env } from 'hono';
import { findUnstorable, UNSTORABLE } from '../fields.ts';
import { failureResponse, fieldIssues, LOCATION, NOTHING_HERE } from './error-responses.ts';

type Target = Parameters<typeof fieldIssues>[1];

export const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
export type Method = (typeof METHODS)[number];

/** A router with the definitions of its calls, for the types of clients. */
export type Described<Definitions> = { readonly definitions?: Definitions };

export type Success = 200 | 201 | 202;

/** The value of a successful call, as JSON has it; undefined for a 204. */
export type ValueOf<D> = {
  [Status in Extract<keyof D, Success>]: D[Status] extends readonly [
    infer S extends z.ZodType,
    string,
  ]
    ? z.input<S>
    : never;
}[Extract<keyof D, Success>] extends infer Value
  ? [Value] extends [never]
    ? undefined
    : Value
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
