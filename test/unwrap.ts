import type { Failure, Result } from '../src/server/failure.ts';

/** The value of a success: of a save what is stored, without the findings that only its answer has. */
export function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  const { value } = result;
  if (typeof value !== 'object' || value === null || !('findings' in value)) return value;
  const { findings: _, ...stored } = value;
  return stored as T;
}

export function failureOf(result: Result<unknown>): Failure {
  if (result.ok) throw new Error('It was not refused');
  return result.failure;
}
