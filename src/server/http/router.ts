import type { z } from '@hono/zod-openapi';

export const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
export type Method = (typeof METHODS)[number];

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
