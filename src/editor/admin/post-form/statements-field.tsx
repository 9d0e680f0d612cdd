import { FIELD_LABELS } from '../../../admin/field-labels.ts';
import type { FieldValues } from '../../../posts/admin/post-form-values.ts';
import { CREDIT_ROLES } from '../../../posts/credit-roles.ts';
import {
  AI_USES,
  type AiUse,
  LICENSES,
  STATEMENT_LIMITS,
  STATEMENT_TEXTS,
  type Statements,
} from '../../../posts/statements.ts';
import { SelectField, TextArea, TextField } from '../../../ui/field.tsx';

const AI_LABELS: Record<AiUse, string> = {
  '': 'Not stated',
  none: 'None: people wrote it',
  assisted: 'AI helped to write it',
  generated: 'AI wrote it',
};

const HINTS: Record<(typeof STATEMENT_TEXTS)[number], string> = {
  dataAvailability: 'Where the data can be found, or that there are none.',
  codeAvailability: 'Where the code can be found.',
  funding: 'Who paid for the work, with grant numbers.',
  competingInterests: 'What a reader should know of the authors’ interests, or “None”.',
  contributions: `A line for each author, such as “Ada Berg: Software, Validation”. The roles of CRediT: ${CREDIT_ROLES.join(', ')}.`,
};

type StatementsFieldProps = {
  values: Pick<FieldValues, keyof Statements>;
  issues: Partial<Record<string, string>>;
  set: (change: Partial<Statements>) => void;
};

/** What the post states of itself. Closed until something is stated: most posts state nothing. */
export function StatementsField({ values, issues, set }: StatementsFieldProps) {
  return (
    <details>
      <summary className="min-h-11 w-fit cursor-pointer py-2.5 ps-[1.35em] -indent-[1.35em] text-sm">
        Statements: licence, data, funding, interests, use of AI
      </summary>
      <div className="mt-3 space-y-5">
        <SelectField
          name="license"
          label={FIELD_LABELS.license}
          hint="What others may do with the text."
          value={values.license}
          onChange={({ target }) => set({ license: target.value as Statements['license'] })}
        >
          {LICENSES.map((license) => (
            <option key={license} value={license}>
              {license === '' ? 'Not stated' : license}
            </option>
          ))}
        </SelectField>
        {STATEMENT_TEXTS.map((field) => (
          <TextArea
            key={field}
            name={field}
            label={FIELD_LABELS[field]}
            hint={HINTS[field]}
            error={issues[field]}
            rows={2}
            maxLength={STATEMENT_LIMITS.text}
            value={values[field]}
            onChange={({ target }) => set({ [field]: target.value })}
          />
        ))}
        <SelectField
          name="aiUse"
          label={FIELD_LABELS.aiUse}
          value={values.aiUse}
          onChange={({ target }) => set({ aiUse: target.value as AiUse })}
        >
          {AI_USES.map((use) => (
            <option key={use} value={use}>
              {AI_LABELS[use]}
            </option>
          ))}
        </SelectField>
        {values.aiUse === 'assisted' || values.aiUse === 'generated' ? (
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              name="reviewedBy"
              label={FIELD_LABELS.reviewedBy}
              hint="The person who has checked what AI wrote. If AI wrote the post and nobody is named, readers are told so at the top."
              maxLength={STATEMENT_LIMITS.reviewedBy}
              value={values.reviewedBy}
              onChange={({ target }) => set({ reviewedBy: target.value })}
            />
            <TextField
              name="reviewedOn"
              type="date"
              label={FIELD_LABELS.reviewedOn}
              error={issues.reviewedOn}
              value={values.reviewedOn}
              onChange={({ target }) => set({ reviewedOn: target.value })}
            />
          </div>
        ) : null}
      </div>
    </details>
  );
}
