import { z } from '@hono/zod-openapi';
import type { CslItem } from '../csl.ts';
import { REFERENCE_TYPES } from '../reference.ts';

export const referenceSchema = z
  .object({
    title: z.string(),
    url: z.string(),
    description: z.string(),
    type: z.enum(REFERENCE_TYPES),
    key: z.string().optional().meta({ description: 'By which the text cites it: `[@key]`' }),
    csl: z
      .custom<CslItem>()
      .optional()
      .meta({ type: 'object', description: 'The work in CSL-JSON, where it is known' }),
  })
  .meta({ id: 'Reference' });
