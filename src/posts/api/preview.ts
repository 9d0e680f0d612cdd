import { z } from '@hono/zod-openapi';
import { call, calls } from '../../accounts/api/call.ts';
import { CITATION_STYLES } from '../../science/references/reference.ts';
import { optional, text } from '../../server/fields.ts';
import { unwrap } from '../../server/http/error-responses.ts';
import type { Site } from '../../site.ts';
import { LIMITS } from '../post.ts';
import { citedReferencesSchema } from '../post-input.ts';
import { checkPost, previewBody } from '../preview.ts';
import { STATEMENT_LIMITS } from '../statements.ts';
import { findingSchema } from './schemas.ts';

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
    findings: z.array(findingSchema).meta({
      description: 'What readers would miss, and what Markdown changes, in the order of lines',
    }),
  })
  .meta({ id: 'Preview' });

const previewedSchema = z.object({
  content: text(LIMITS.content),
  references: citedReferencesSchema.meta({ description: 'What the content can cite' }),
  citationStyle: z.enum(CITATION_STYLES).optional(),
  isResearch: z.boolean().optional().meta({ description: 'Whether the post reports research' }),
  license: optional(STATEMENT_LIMITS.text),
  dataAvailability: optional(STATEMENT_LIMITS.text),
  contributions: optional(STATEMENT_LIMITS.text),
  coverImage: optional(LIMITS.url),
});

/** Renders and checks bodies without saving them. */
export function preview(site: Site) {
  return calls([
    call(
      {
        post: '/admin/preview',
        summary: 'Render a body as saving would; nothing is stored',
        for: 'writer',
        body: previewedSchema.meta({ id: 'PreviewedContent' }),
        200: [previewSchema, 'The rendered body, and what it counts'],
      },
      ({ c, body, by }) => {
        const { signal } = c.req.raw;
        const { content, ...context } = body;
        const options = { ...context, by, signal };
        return previewBody(site, content, options);
      },
    ),
    call(
      {
        post: '/admin/posts/check',
        summary: 'What the author should know before publishing a post; nothing is stored',
        for: 'writer',
        body: previewedSchema.meta({
          id: 'CheckedPost',
          description: 'The fields of a post; others are not looked at yet',
        }),
        200: [
          z.object({ findings: z.array(findingSchema) }).meta({ id: 'Check' }),
          'The findings in the order of lines',
        ],
      },
      async ({ c, body, by }) => {
        const { signal } = c.req.raw;
        const { content, ...context } = body;
        const findings = unwrap(await checkPost(site, content, { ...context, by, signal }));
        return { findings };
      },
    ),
  ]);
}
