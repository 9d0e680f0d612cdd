import type { ComponentProps } from 'react';
import { forAdministrators } from '../../../accounts/admin/session/verification.ts';
import { caller } from '../../../admin/caller.ts';
import { LoadFailure } from '../../../admin/load-failure.tsx';
import { Records } from '../../../admin/records/records.tsx';
import { orFail, pageLoader } from '../../../admin/session/page-loader.ts';
import { Link } from '../../../ui/link.tsx';
import { privateMeta } from '../../../ui/seo.ts';
import type { glossary } from '../api/glossary.ts';
import type { Term } from '../term.ts';
import type { Route } from './+types/glossary.ts';
import { TermForm } from './term-form.tsx';

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
