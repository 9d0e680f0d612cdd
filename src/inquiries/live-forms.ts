import { z } from 'zod';
import { email, optional, required } from '../server/fields.ts';

/** Forms that reach the server only with LIVE_FORMS=on (specification sections 3 and 5). */

export const investorSchema = z.object({
  name: required(200),
  email: email(),
  organization: optional(200),
  message: required(10_000),
});

export const waitlistSchema = z.object({
  name: required(200),
  email: email(),
  company: optional(200),
  role: optional(200),
  message: optional(10_000),
});
