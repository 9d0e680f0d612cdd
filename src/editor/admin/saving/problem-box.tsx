import { type ApiFailure, formMessage, isMissing } from '../../../admin/api.ts';
import { EmailText } from '../../../admin/email-text.tsx';
import { ErrorBox } from '../../../admin/error-box.tsx';
import { type FieldIssue, issueText } from '../../../admin/field-issues.ts';
import { type FieldName, POST_FIELDS } from '../../../posts/fields.ts';
import { Button } from '../../../ui/button.tsx';

export type Problem = {
  message: string;
  issues?: FieldIssue[];
  slug?: string;
  line?: number;
  /** Somebody may be typing: the focus stays. */
  isQuiet?: boolean;
};

/** @param fallback the message when the server gives no reason */
export function problemOf(cause: ApiFailure, fallback: string): Problem {
  if (isMissing(cause)) {
    const message = 'This post is in the trash. Restore it there, in another tab, then save again.';
    return { message };
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

type ProblemBoxProps = { problem: Problem; onShow: (line: number) => void };

export function ProblemBox({ problem, onShow }: ProblemBoxProps) {
  const { message, issues = [], line, isQuiet = false } = problem;
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
      {line === undefined ? null : (
        <Button variant="secondary" className="mt-3" onClick={() => onShow(line)}>
          Show in text
        </Button>
      )}
    </ErrorBox>
  );
}
