import { isUtf8 } from 'node:buffer';
import { OpenAPIHono } from '@hono/zod-openapi';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { HTTPException } from 'hono/http-exception';
import { answerFailure, fieldIssues } from './answers.ts';

/** A router whose schemas answer what they refuse in the API's 422 shape. */
export function createRouter(): OpenAPIHono {
  return new OpenAPIHono({
    defaultHook: (result) => {
      const target = result.target as 'json' | 'query' | 'param' | 'header';
      const sent = 'data' in result ? result.data : undefined;
      return result.success
        ? undefined
        : answerFailure({ kind: 'invalid', issues: fieldIssues(result.error, target, sent) });
    },
  });
}

/** Refuses bodies over so many bytes, while they are read. */
export function limitBody(maxSize: number) {
  return bodyLimit({
    maxSize,
    onError: () =>
      answerFailure({
        kind: 'too-large',
        detail: `The body is larger than ${maxSize.toLocaleString('en')} bytes.`,
      }),
  });
}

/**
 * Limits a JSON body, and refuses bytes that are not UTF-8: they would be kept as other characters
 * than those that were sent. Reads the body, which handlers then have from `c.req` alone.
 */
export function limitJson(maxSize: number) {
  const limit = limitBody(maxSize);
  return createMiddleware<Record<never, never>>((c, next) =>
    limit(c, async () => {
      if (!isUtf8(await c.req.arrayBuffer())) throw new HTTPException(400);
      await next();
    }),
  );
}

export const SMALL_BODY = 64 * 1024;
export const POST_BODY = 2 * 1024 * 1024;
