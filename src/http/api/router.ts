import { isUtf8 } from 'node:buffer';
import { OpenAPIHono } from '@hono/zod-openapi';
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

/**
 * Refuses a body that is not UTF-8: it would be kept as other characters than those that were sent. Reads
 * the body, which handlers then have from `c.req` alone.
 */
export const utf8Body = createMiddleware<Record<never, never>>(async (c, next) => {
  if (!isUtf8(await c.req.arrayBuffer())) throw new HTTPException(400);
  await next();
});
