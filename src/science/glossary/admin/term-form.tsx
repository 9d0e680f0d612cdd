import { useState } from 'react';
import { caller } from '../../../admin/caller.ts';
import { Checkbox } from '../../../admin/checkbox.tsx';
import { RecordForm, type RecordFormProps } from '../../../admin/records/records.tsx';
import { useSubmit } from '../../../admin/use-submit.ts';
import { type GlossaryCategory, glossaryCategories } from '../../../content/glossary.ts';
import { SelectField, TextArea, TextField } from '../../../ui/field.tsx';
import { Subscripts } from '../../../ui/subscripts.tsx';
import type { glossary } from '../api/glossary.ts';
import { TERM_LIMITS, type Term, type TermFields } from '../term.ts';

const api = caller<typeof glossary>();

const NEW: TermFields = {
  term: '',
  category: glossaryCategories[0],
  definition: '',
  synonyms: [],
  relatedTerms: [],
};

type TermFormProps = RecordFormProps<Term> & { others: readonly Term[] };

/** What is typed stays when somebody else has changed the term: the next save replaces it. */
export function TermForm({ stored, others, onSaved, onStale, onCancel }: TermFormProps) {
  const [opened] = useState<Term | TermFields>(stored ?? NEW);
  const [fields, setFields] = useState(opened);
  const { isBusy, cause, issues, submit } = useSubmit();
  const { term, category, definition, relatedTerms } = fields;
  const isNew = opened === NEW;
  const isChangedByOthers =
    stored !== undefined && 'version' in opened && stored.version !== opened.version;

  async function save() {
    const synonyms = fields.synonyms.filter((line) => line.trim() !== '');
    const json = { term, category, definition, synonyms, relatedTerms };
    const answer = await submit(
      () =>
        stored === undefined
          ? api('POST', '/admin/glossary', { json })
          : api('PUT', '/admin/glossary/:id', {
              param: { id: stored.id },
              query: { version: stored.version },
              json,
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
      title={isNew ? 'Add a term' : <Subscripts text={`Edit ${opened.term}`} />}
      isNew={isNew}
      isDirty={JSON.stringify(fields) !== JSON.stringify(opened)}
      theirs={
        isChangedByOthers ? (
          <>
            Someone else saved it in the meantime, as <strong>{stored.term}</strong>:{' '}
            {stored.definition}
          </>
        ) : null
      }
      onSave={() => void save()}
      {...{ isBusy, cause, onCancel }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Term"
          required
          maxLength={TERM_LIMITS.term}
          value={term}
          error={issues.term}
          onChange={({ target }) => change({ term: target.value })}
        />
        <SelectField
          label="Category"
          value={category}
          onChange={({ target }) => change({ category: target.value as GlossaryCategory })}
        >
          {glossaryCategories.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
      </div>
      <TextArea
        label="Definition"
        required
        className="field-sizing-content max-h-80 min-h-[calc(6lh+1.375rem)]"
        maxLength={TERM_LIMITS.definition}
        value={definition}
        error={issues.definition}
        onChange={({ target }) => change({ definition: target.value })}
      />
      <TextArea
        label="Also written"
        rows={2}
        value={fields.synonyms.join('\n')}
        error={issues.synonyms}
        hint="One per line. Posts can use any of them; plurals ending in s are found automatically."
        onChange={({ target }) => change({ synonyms: target.value.split('\n') })}
      />
      {others.length === 0 ? null : (
        <fieldset>
          <legend className="mb-1.5 font-medium text-sm">Related terms</legend>
          <div className="gap-x-4 sm:columns-2 *:break-inside-avoid">
            {others.map(({ id, term: name }) => {
              const unrelated = relatedTerms.filter((related) => related !== name);
              const isRelated = unrelated.length < relatedTerms.length;
              return (
                <Checkbox
                  key={id}
                  checked={isRelated}
                  onChange={() =>
                    change({ relatedTerms: isRelated ? unrelated : [...unrelated, name] })
                  }
                >
                  <Subscripts text={name} />
                </Checkbox>
              );
            })}
          </div>
          {issues.relatedTerms && (
            <p className="mt-1.5 text-danger text-sm">{issues.relatedTerms}</p>
          )}
        </fieldset>
      )}
    </RecordForm>
  );
}
