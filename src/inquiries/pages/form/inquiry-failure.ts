import { inquiryErrors as errors } from '../../../content/inquiry-errors.ts';

/** Why an inquiry was not received, as its author reads it. */
export type InquiryFailure = {
  /** Shown above the form. */
  message: string;
  /** Error messages by field name. */
  fields: Readonly<Record<string, string>>;
};

export const networkFailure: InquiryFailure = { message: errors.network, fields: {} };

/**
 * Translates an error response of an inquiry endpoint (specification section 8).
 *
 * @param body only a 422's `detail`, a list of `{ loc, msg }`, is read
 */
export function failureFrom(status: number, body: unknown): InquiryFailure {
  if (status !== 422) return { message: errors.failed, fields: {} };
  const issues = issuesIn(body);
  if (issues.length === 0) return { message: errors.requiredFieldsMissing, fields: {} };
  const names = new Set(issues.map(({ field, msg }) => field ?? msg));
  return {
    message: errors.requiredFieldsPrefix + [...names].join(', '),
    fields: Object.fromEntries(
      issues.flatMap(({ field, msg }) => (field === undefined ? [] : [[field, msg]])),
    ),
  };
}

type Issue = { field: string | undefined; msg: string };

function issuesIn(body: unknown): Issue[] {
  const { detail } = asObject(body);
  return Array.isArray(detail) ? detail.map(asIssue) : [];
}

function asIssue(item: unknown): Issue {
  const { loc, msg } = asObject(item);
  const second: unknown = Array.isArray(loc) ? loc[1] : undefined;
  const named = typeof second === 'string' || typeof second === 'number';
  return { field: named ? String(second) : undefined, msg: String(msg ?? '') };
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
