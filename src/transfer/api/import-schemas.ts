import { z } from '@hono/zod-openapi';
import { SYSTEMS } from '../source.ts';

const noteSchema = z
  .object({
    kind: z.enum(['lost', 'changed']),
    message: z.string().meta({ description: 'For people' }),
  })
  .meta({ id: 'ImportNote' });

export const importSummarySchema = z
  .object({
    id: z.uuid(),
    name: z.string().meta({ description: 'Of the file or folder' }),
    system: z
      .enum([...SYSTEMS, ''])
      .meta({ description: 'Where it comes from; empty until it is known' }),
    state: z.enum([
      'uploading',
      'planning',
      'planned',
      'running',
      'stopped',
      'done',
      'failed',
      'taking-back',
      'taken-back',
    ]),
    total: z.int().min(0).meta({ description: 'Items in the source' }),
    done: z.int().min(0).meta({ description: 'Those that the dry run or the import has passed' }),
    notes: z.array(noteSchema).meta({ description: 'About the source as a whole' }),
    problem: z.string().nullable().meta({ description: 'Why it failed, or waits, in words' }),
    createdAt: z.iso.datetime(),
    createdBy: z
      .string()
      .nullable()
      .meta({ description: 'The email of an administrator; null for the command line' }),
  })
  .meta({ id: 'ImportSummary' });

const count = z.int().min(0);

export const importSchema = importSummarySchema
  .extend({
    counts: z.object({ imported: count, planned: count, skipped: count, failed: count }),
  })
  .meta({ id: 'Import' });

export const importItemSchema = z
  .object({
    position: count,
    label: z.string().meta({ description: 'The path or title that it has in the source' }),
    title: z.string(),
    slug: z.string().meta({ description: 'Empty when it does not become a post' }),
    status: z.enum(['published', 'draft', '']),
    date: z.string().nullable(),
    outcome: z.enum(['planned', 'imported', 'skipped', 'failed', 'taken-back']),
    reason: z.string().meta({ description: 'Why it is skipped or failed' }),
    notes: z.array(noteSchema),
  })
  .meta({ id: 'ImportItem' });

export const takeBackSchema = z
  .object({
    posts: count.meta({ description: 'Posts that go to the trash' }),
    edited: z
      .array(z.object({ slug: z.string(), title: z.string() }))
      .meta({ description: 'Posts that stay because they were edited after the import' }),
    redirects: count,
  })
  .meta({ id: 'TakeBackPreview' });
