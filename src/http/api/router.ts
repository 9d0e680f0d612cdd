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
      const target = result.target as 'json' | 'query' | 'param';
      const sent = 'data' in result ? result.data : undefined;
      return result.success
        ? undefined
        : answerFailure({ kind: 'invalid', issues: fieldIssues(result.error, target, sent) });
    },
  });
}

/**
 * Refuses bodies over so many bytes, while they are read, and bytes that are not UTF-8, which would
 * be kept as other characters than those that were sent.
 */
export function limitBody(maxSize: number) {
  const limit = bodyLimit({
    maxSize,
    onError: () =>
      answerFailure({
        kind: 'too-large',
        detail: `The body is larger than ${maxSize.toLocaleString('en')} bytes.`,
      }),
  });
  return createMiddleware((c, next) =>
    limit(c, async () => {
      if (!isUtf8(await c.req.arrayBuffer())) throw new HTTPException(400);
      await next();
    }),
  );
}

export const SMALL_BODY = 64 * 1024;
export const POST_BODY = 2 * 1024 * 1024;
