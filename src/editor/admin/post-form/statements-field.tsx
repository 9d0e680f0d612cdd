import type { ReactNode } from 'react';
import type { FieldValues } from '../../../posts/admin/post-form-values.ts';
import { CREDIT_ROLES } from '../../../posts/credit-roles.ts';
import {
  AI_USES,
  type AiUse,
  LIMITS,
  POST_FIELDS,
  type Statements,
} from '../../../posts/fields.ts';
import { LICENSES, STATEMENT_TEXTS } from '../../../posts/statements.ts';
import { SelectField, TextArea, TextField } from '../../../ui/field.tsx';

const AI_LABELS: Record<AiUse, string> = {
  '': 'Not stated',
  none: 'None: people wrote it',
  assisted: 'AI helped to write it',
  generated: 'AI wrote it',
};

const HINTS: Partial<Record<keyof Statements, string>> = {
  license: 'What others may do with the text.',
  dataAvailability: 'Where the data can be found, or that there are none.',
  codeAvailability: 'Where the code can be found.',
  funding: 'Who paid for the work, with grant numbers.',
  competingInterests: 'What a reader should know of the authors’ interests, or “None”.',
  contributions: `A line for each author, such as “Ada Berg: Software, Validation”. The roles of CRediT: ${CREDIT_ROLES.join(', ')}.`,
  reviewedBy:
    'The person who has checked what AI wrote. If AI wrote the post and nobody is named, readers are told so at the top.',
};

type StatementsFieldProps = {
  values: Pick<FieldValues, keyof Statements>;
  issues: Partial<Record<string, string>>;
  set: (change: Partial<Statements>) => void;
};

/** What the post states of itself. */
export function StatementsField({ values, issues, set }: StatementsFieldProps) {
  const control = (name: keyof Statements) => ({
    name,
    label: POST_FIELDS[name].label,
    ...(HINTS[name] === undefined ? {} : { hint: HINTS[name] }),
    error: issues[name],
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  });
  const options = (all: readonly string[], label: (value: string) => ReactNode) =>
    all.map((value) => (
      <option key={value} value={value}>
        {label(value)}
      </option>
    ));
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <SelectField {...control('license')}>
        {options(LICENSES, (license) => license || 'Not stated')}
      </SelectField>
      <SelectField {...control('aiUse')}>
        {options(AI_USES, (use) => AI_LABELS[use as AiUse])}
      </SelectField>
      {values.aiUse === 'assisted' || values.aiUse === 'generated' ? (
        <>
          <TextField {...control('reviewedBy')} maxLength={POST_FIELDS.reviewedBy.limit} />
          <TextField {...control('reviewedOn')} type="date" />
        </>
      ) : null}
      {STATEMENT_TEXTS.map((field) => (
        <TextArea key={field} {...control(field)} rows={2} maxLength={LIMITS.statement} />
      ))}
    </div>
  );
}
