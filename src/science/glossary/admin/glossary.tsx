import type { ComponentProps } from 'react';
import { administratorsLoader } from '../../../accounts/admin/session/verification.ts';
import { caller } from '../../../admin/caller.ts';
import { Checkbox } from '../../../admin/checkbox.tsx';
import { ChoiceField } from '../../../admin/choice-field.tsx';
import { LoadedPage } from '../../../admin/load-failure.tsx';
import {
  RecordForm,
  type RecordFormProps,
  Records,
  seenIn,
  useRecordForm,
} from '../../../admin/records/records.tsx';
import { orFail } from '../../../admin/session/page-loader.ts';
import { type GlossaryCategory, glossaryCategories } from '../../../content/glossary.ts';
import { TextArea, TextField } from '../../../ui/field.tsx';
import { Link } from '../../../ui/link.tsx';
import { privateMeta } from '../../../ui/seo.ts';
import { Subscripts } from '../../../ui/subscripts.tsx';
import type { glossary } from '../api/glossary.ts';
import { TERM_LIMITS, type Term, type TermFields } from '../term.ts';
import type { Route } from './+types/glossary.ts';

const api = caller<typeof glossary>();

export const meta: Route.MetaFunction = () => privateMeta('Glossary');

export const clientLoader = administratorsLoader(
  'Failed to load the glossary. Please try again.',
  async (_: Route.ClientLoaderArgs) => {
    return orFail(await api('GET', '/admin/glossary')).terms;
  },
);

export default function GlossaryPage({ loaderData }: Route.ComponentProps) {
  return (
    <LoadedPage title="Glossary" intro={INTRO} of={loaderData}>
      {(loaded) => (
        <Records
          {...terms}
          records={loaded}
          form={(form) => (
            <TermForm {...form} others={loaded.filter(({ id }) => id !== form.stored?.id)} />
          )}
        />
      )}
    </LoadedPage>
  );
}

const INTRO = (
  <>
    The{' '}
    <Link to="/glossary" className="prose-link">
      glossary page
    </Link>{' '}
    shows these terms. In posts, the first mention of each term opens its definition.
  </>
);

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
    send: (term) => api('DELETE', '/admin/glossary/:id', seenIn(term)),
  },
};

const NEW: TermFields = {
  term: '',
  category: glossaryCategories[0],
  definition: '',
  synonyms: [],
  relatedTerms: [],
};

function fieldsOf(stored: Term | undefined): TermFields {
  const { term, category, definition, synonyms, relatedTerms } = stored ?? NEW;
  return { term, category, definition, synonyms, relatedTerms };
}

type TermFormProps = RecordFormProps<Term> & { others: readonly Term[] };

function TermForm({ others, ...props }: TermFormProps) {
  const { stored } = props;
  // Without what others have renamed or removed since.
  const current = (names: string[]) => names.filter((name) => others.some((o) => o.term === name));
  const { opened, fields, issues, change, text, isChangedByOthers, form } = useRecordForm({
    ...props,
    fieldsOf,
    send: (typed: TermFields, seen) => {
      const synonyms = typed.synonyms.filter((line) => line.trim() !== '');
      const json = { ...typed, synonyms, relatedTerms: current(typed.relatedTerms) };
      return seen === undefined
        ? api('POST', '/admin/glossary', { json })
        : api('PUT', '/admin/glossary/:id', { ...seenIn(seen), json });
    },
    fallback: 'The term could not be saved. Please try again.',
    done: ({ term }) => `${term} is saved. Posts that mention it show it.`,
  });
  const { category } = fields;
  const relatedTerms = current(fields.relatedTerms);

  return (
    <RecordForm
      title={opened === undefined ? 'Add a term' : <Subscripts text={`Edit ${opened.term}`} />}
      form={form}
      theirs={
        isChangedByOthers && stored ? (
          <>
            Someone else saved it in the meantime, as <strong>{stored.term}</strong>:{' '}
            {stored.definition}
          </>
        ) : null
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...text('term', 'Term')} required maxLength={TERM_LIMITS.term} />
        <ChoiceField
          label="Category"
          value={category}
          choices={glossaryCategories}
          onChange={({ target }) => change({ category: target.value as GlossaryCategory })}
        />
      </div>
      <TextArea
        {...text('definition', 'Definition')}
        required
        className="field-sizing-content max-h-80 min-h-[calc(6lh+1.375rem)]"
        maxLength={TERM_LIMITS.definition}
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
