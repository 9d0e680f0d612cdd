import { type ApiFailure, formMessage, isMissing } from '../../../admin/api.ts';
import { EmailText } from '../../../admin/email-text.tsx';
import { ErrorBox } from '../../../admin/error-box.tsx';
import { type FieldIssue, issueText } from '../../../admin/field-issues.ts';
import { type FieldName, POST_FIELDS } from '../../../posts/fields.ts';

export type Problem = {
  message: string;
  issues?: FieldIssue[];
  slug?: string;
  /** Somebody may be typing: the focus stays. */
  isQuiet?: boolean;
};

/** @param fallback the message when the server gives no reason */
export function problemOf(cause: ApiFailure, fallback: string): Problem {
  if (isMissing(cause)) {
    return {
      message: 'This post is in the trash. Restore it there, in another tab, then save again.',
    };
  }
  const message = formMessage(cause, fallback);
  if (cause.kind !== 'rejected') {
    // Who has declined to sign in is back at what they pressed.
    return { message, isQuiet: cause.kind === 'unauthenticated' };
  }
  const isSlugTaken = cause.detail?.startsWith('The slug ');
  return { message, issues: cause.issues, ...(isSlugTaken ? { slug: message } : {}) };
}

const labelOf = (field: string) => POST_FIELDS[field as FieldName]?.label;

export function ProblemBox({
  problem: { message, issues = [], isQuiet = false },
}: {
  problem: Problem;
}) {
  return (
    <ErrorBox isQuiet={isQuiet}>
      <p>
        <EmailText text={message} />
      </p>
      <ul className="mt-1 list-disc pl-5 empty:hidden">
        {issues.map((issue) => (
          <li key={issueText(issue)}>{issueText(issue, labelOf)}</li>
        ))}
      </ul>
    </ErrorBox>
  );
}
