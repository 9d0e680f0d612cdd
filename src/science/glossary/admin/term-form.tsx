import { useState } from 'react';
import { caller } from '../../../admin/caller.ts';
import { Checkbox } from '../../../admin/checkbox.tsx';
import { issuesByField } from '../../../admin/field-issues.ts';
import { RecordForm, type RecordFormProps } from '../../../admin/records/records.tsx';
import { useSubmit } from '../../../admin/use-submit.ts';
import { type GlossaryCategory, glossaryCategories } from '../../../content/glossary.ts';
import { SelectField, TextArea, TextField } from '../../../ui/field.tsx';
import { Subscripts } from '../../../ui/subscripts.tsx';
import type { glossary } from '../api/glossary.ts';
import { TERM_LIMITS, type Term, type TermFields } from '../term.ts';

const api = caller<typeof glossary>();

type TermFormProps = RecordFormProps<Term> & { others: readonly Term[] };

/** What is typed stays when somebody else has changed the term: the next save replaces it. */
export function TermForm({ stored, others, onSaved, onStale, onCancel }: TermFormProps) {
  const [opened] = useState(stored);
  const [fields, setFields] = useState(() => toFields(stored));
  const [synonyms, setSynonyms] = useState(() => fields.synonyms.join('\n'));
  const { isBusy, cause, submit } = useSubmit();
  const edited = { ...fields, synonyms: synonyms.split('\n').filter((line) => line.trim() !== '') };
  const isDirty = JSON.stringify(edited) !== JSON.stringify(toFields(opened));
  const issues = cause?.kind === 'rejected' ? issuesByField(cause.issues) : {};
  const isChangedByOthers = stored !== undefined && stored.version !== opened?.version;

  async function save() {
    const answer = await submit(
      () =>
        stored === undefined
          ? api('POST', '/admin/glossary', { json: edited })
          : api('PUT', '/admin/glossary/:id', {
              param: { id: stored.id },
              query: { version: stored.version },
              json: edited,
            }),
      'The term could not be saved. Please try again.',
    );
    if (answer.ok) {
      onSaved(`${answer.value.term} is saved. Posts that mention it show it.`);
    } else if (answer.failure.kind === 'rejected') onStale();
  }

  const change = (part: Partial<TermFields>) => setFields({ ...fields, ...part });
  return (
    <RecordForm
      title={opened === undefined ? 'Add a term' : <Subscripts text={`Edit ${opened.term}`} />}
      isNew={opened === undefined}
      theirs={isChangedByOthers ? <TheirVersion stored={stored} /> : null}
      onSave={() => void save()}
      {...{ isDirty, isBusy, cause, onCancel }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Term"
          required
          maxLength={TERM_LIMITS.term}
          value={fields.term}
          error={issues.term}
          onChange={(event) => change({ term: event.target.value })}
        />
        <SelectField
          label="Category"
          value={fields.category}
          onChange={(event) => change({ category: event.target.value as GlossaryCategory })}
        >
          {glossaryCategories.map((category) => (
            <option key={category}>{category}</option>
          ))}
        </SelectField>
      </div>
      <TextArea
        label="Definition"
        required
        className="field-sizing-content max-h-80 min-h-[calc(6lh+1.375rem)]"
        maxLength={TERM_LIMITS.definition}
        value={fields.definition}
        error={issues.definition}
        onChange={(event) => change({ definition: event.target.value })}
      />
      <TextArea
        label="Also written"
        rows={2}
        value={synonyms}
        error={issues.synonyms}
        hint="One per line. Posts can use any of them; plurals ending in s are found automatically."
        onChange={(event) => setSynonyms(event.target.value)}
      />
      <RelatedTerms
        chosen={fields.relatedTerms}
        others={others}
        error={issues.relatedTerms}
        onChange={(relatedTerms) => change({ relatedTerms })}
      />
    </RecordForm>
  );
}

function TheirVersion({ stored }: { stored: Term }) {
  return (
    <>
      Someone else saved it in the meantime, as <strong>{stored.term}</strong>: {stored.definition}
    </>
  );
}

function toFields(stored: Term | undefined): TermFields {
  const category = glossaryCategories[0];
  const empty = { term: '', category, definition: '', synonyms: [], relatedTerms: [] };
  if (stored === undefined) return empty;
  const { term, definition, synonyms, relatedTerms } = stored;
  return { term, category: stored.category, definition, synonyms, relatedTerms };
}

type RelatedTermsProps = {
  chosen: readonly string[];
  others: readonly Term[];
  error: string | undefined;
  onChange: (chosen: string[]) => void;
};

function RelatedTerms({ chosen, others, error, onChange }: RelatedTermsProps) {
  if (others.length === 0) return null;
  const isFull = chosen.length >= TERM_LIMITS.relatedTerms;
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-sm">Related terms</legend>
      <div className="gap-x-4 sm:columns-2 *:break-inside-avoid">
        {others.map(({ id, term }) => {
          const isChosen = chosen.includes(term);
          return (
            <Checkbox
              key={id}
              checked={isChosen}
              disabled={isFull && !isChosen}
              onChange={() =>
                onChange(isChosen ? chosen.filter((each) => each !== term) : [...chosen, term])
              }
            >
              <Subscripts text={term} />
            </Checkbox>
          );
        })}
      </div>
      {error === undefined ? null : <p className="mt-1.5 text-danger text-sm">{error}</p>}
    </fieldset>
  );
}
