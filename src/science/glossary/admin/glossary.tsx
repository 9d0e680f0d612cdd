import { type ComponentProps, useState } from 'react';
import { forAdministrators } from '../../../accounts/admin/session/verification.ts';
import { caller } from '../../../admin/caller.ts';
import { Checkbox } from '../../../admin/checkbox.tsx';
import { LoadFailure } from '../../../admin/load-failure.tsx';
import { RecordForm, type RecordFormProps, Records } from '../../../admin/records/records.tsx';
import { orFail, pageLoader } from '../../../admin/session/page-loader.ts';
import { useSubmit } from '../../../admin/use-submit.ts';
import { type GlossaryCategory, glossaryCategories } from '../../../content/glossary.ts';
import { SelectField, TextArea, TextField } from '../../../ui/field.tsx';
import { Link } from '../../../ui/link.tsx';
import { privateMeta } from '../../../ui/seo.ts';
import { Subscripts } from '../../../ui/subscripts.tsx';
import type { glossary } from '../api/glossary.ts';
import { TERM_LIMITS, type Term, type TermFields } from '../term.ts';
import type { Route } from './+types/glossary.ts';

const api = caller<typeof glossary>();

export const meta: Route.MetaFunction = () => privateMeta('Glossary');

export const clientLoader = forAdministrators(
  pageLoader(
    'Failed to load the glossary. Please try again.',
    async (_: Route.ClientLoaderArgs) => {
      return orFail(await api('GET', '/admin/glossary')).terms;
    },
  ),
);

export default function GlossaryPage({ loaderData }: Route.ComponentProps) {
  const { loaded, failure } = loaderData;
  return (
    <>
      <h1 className="display text-2xl">Glossary</h1>
      <p className="mt-1 max-w-[72ch] text-balance text-muted text-sm">
        The{' '}
        <Link to="/glossary" className="prose-link">
          glossary page
        </Link>{' '}
        shows these terms. In posts, the first mention of each term opens its definition.
      </p>
      {loaded === null ? (
        <LoadFailure message={failure} />
      ) : (
        <Records
          {...terms}
          records={loaded}
          form={(form) => (
            <TermForm {...form} others={loaded.filter(({ id }) => id !== form.stored?.id)} />
          )}
        />
      )}
    </>
  );
}

const terms: Omit<ComponentProps<typeof Records<Term>>, 'records' | 'form'> = {
  one: 'a term',
  label: 'Terms',
  empty: { title: 'No terms yet', text: 'Add the first one.' },
  words: ({ term, synonyms, category }) => [term, category, ...synonyms],
  row: (term) => ({
    name: term.term,
    badge: term.category,
    details: (
      <>
        {term.synonyms.length === 0 ? null : <p dir="auto">Also {term.synonyms.join(', ')}</p>}
        <p dir="auto" className="line-clamp-2">
          {term.definition}
        </p>
      </>
    ),
  }),
  removal: {
    consequence: () => 'The word stays in the posts, without its definition.',
    send: ({ id, version }) =>
      api('DELETE', '/admin/glossary/:id', { param: { id }, query: { version } }),
  },
};

const NEW: TermFields = {
  term: '',
  category: glossaryCategories[0],
  definition: '',
  synonyms: [],
  relatedTerms: [],
};

type TermFormProps = RecordFormProps<Term> & { others: readonly Term[] };

/** What is typed stays when somebody else has changed the term: the next save replaces it. */
function TermForm({ stored, others, onSaved, onStale, onCancel }: TermFormProps) {
  const [opened] = useState<Term | TermFields>(stored ?? NEW);
  const [fields, setFields] = useState(opened);
  const { isBusy, cause, issues, submit } = useSubmit();
  const { term, category, definition } = fields;
  // Without what others have renamed or removed since.
  const relatedTerms = fields.relatedTerms.filter((one) => others.some(({ term }) => term === one));
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
      title={opened === NEW ? 'Add a term' : <Subscripts text={`Edit ${opened.term}`} />}
      isNew={opened === NEW}
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
