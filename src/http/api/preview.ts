import { createRoute, z } from '@hono/zod-openapi';
import { text } from '../../domain/fields.ts';
import { LIMITS } from '../../domain/posts/post.ts';
import type { Services } from '../../domain/services.ts';
import { requireSession, security } from './bearer.ts';
import { unwrap } from './error-responses.ts';
import { createRouter, utf8Body } from './router.ts';
import { BODY_ERRORS, INVALID, json, jsonBody, UNAUTHENTICATED } from './schemas.ts';

const previewSchema = z
  .object({
    contentHtml: z.string().meta({ description: 'As saving this content would keep it' }),
    words: z.int().min(0),
    readingTime: z.int().min(1).meta({ description: 'Minutes at 200 words a minute' }),
    format: z.enum(['html', 'markdown']).meta({ description: 'What the content is written in' }),
    blockLines: z.array(z.int().min(1).nullable()).meta({
      description:
        'The line of the content, from 1, that each element at the top of contentHtml begins in; ' +
        'null when that is unknown, and an empty list when none is known',
    }),
  })
  .meta({ id: 'Preview' });

/** Renders a body without saving it. */
export function preview(services: Services) {
  const render = createRoute({
    method: 'post',
    path: '/admin/preview',
    summary: 'Render a body as saving it would; nothing is kept',
    security,
    middleware: [requireSession(services), utf8Body] as const,
    request: {
      body: jsonBody(z.object({ content: text(LIMITS.content) }).meta({ id: 'PreviewedContent' })),
    },
    responses: {
      200: json(previewSchema, 'The rendered body, and what it counts'),
      401: UNAUTHENTICATED,
      422: INVALID,
      ...BODY_ERRORS,
    },
  });

  return createRouter().openapi(render, async (c) => {
    const { signal } = c.req.raw;
    const by = c.get('session').email;
    const answer = unwrap(await services.previewBody(c.req.valid('json').content, { by, signal }));
    return c.json(answer, 200);
  });
}
