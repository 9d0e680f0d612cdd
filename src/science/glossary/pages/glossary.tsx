import { type SubmitEvent, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import {
  glossaryCategories,
  hero,
  search as labels,
  platformLink,
  seo,
} from '../../../content/glossary.ts';
import { glossaryLabels } from '../../../content/glossary-labels.ts';
import { pageContext } from '../../../context.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Hero } from '../../../ui/hero.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { definedTerms } from '../../../ui/page-graph.ts';
import { pageMeta, publicUrlFrom } from '../../../ui/seo.ts';
import { drawEquations } from '../equations.ts';
import { listTerms } from '../glossary.ts';
import type { Term } from '../term.ts';
import type { Route } from './+types/glossary.ts';
import { matchingTerms } from './search-terms.ts';
import { SELECTING, TermCard } from './term-card.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const { site } = context.get(pageContext);
  return { terms: await listTerms(site), equations: await drawEquations(site) };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(seo, {
    publicUrl: publicUrlFrom(matches),
    jsonLd: import.meta.env.SSR ? [definedTerms(hero.title, loaderData?.terms ?? [])] : [],
  });

/** UTF-16 code units: what is longer matches no definition. */
const MAX_SEARCH = 200;

/** Filters as the reader types; without scripts the server filters by the `q` of the URL. */
export default function Glossary({ loaderData }: Route.ComponentProps) {
  const { key } = useLocation();
  const [parameters] = useSearchParams();
  return (
    <>
      <Hero {...hero} />
      <SearchableTerms
        key={key}
        all={loaderData.terms}
        equations={loaderData.equations}
        initialSearch={(parameters.get('q') ?? '').slice(0, MAX_SEARCH)}
      />
    </>
  );
}

type SearchableTermsProps = {
  all: readonly Term[];
  equations: Readonly<Record<string, string>>;
  initialSearch: string;
};

function SearchableTerms({ all, equations, initialSearch }: SearchableTermsProps) {
  const [search, setSearch] = useState(initialSearch);
  const count = useRef<HTMLParagraphElement>(null);
  const terms = matchingTerms(all, search);
  const shown = labels.results
    .replace('{count}', `${terms.length}`)
    .replace('{total}', `${all.length}`);

  function select(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const { submitter } = event.nativeEvent;
    if (!(submitter instanceof HTMLButtonElement)) return;
    setSearch(submitter.value);
    // Other buttons than categories may be gone then.
    if (submitter.ariaPressed === null) count.current?.focus();
  }

  return (
    <div className="page grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 pb-10 md:gap-y-10 lg:grid-cols-[14.5rem_minmax(0,1fr)]">
      <div className="self-start lg:sticky lg:top-28 lg:pt-2">
        <search className="[&_input::-webkit-search-cancel-button]:appearance-none">
          <form method="get" onSubmit={(event) => event.preventDefault()}>
            <TextField
              type="search"
              name="q"
              label={labels.label}
              placeholder={labels.placeholder}
              value={search}
              onChange={({ target }) => setSearch(target.value)}
              autoComplete="off"
              spellCheck={false}
            />
            <div className="mt-2 hidden noscript:block">
              <Button type="submit" variant="secondary">
                {glossaryLabels.submit}
              </Button>
            </div>
          </form>
        </search>
        <form id={SELECTING.form} method="get" className="mt-6" onSubmit={select}>
          <h2 className="eyebrow mb-3">{labels.categories}</h2>
          <ul className="flex gap-2 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:pb-1 sm:flex-wrap">
            {glossaryCategories.map((category) => (
              <li key={category}>
                <button
                  {...SELECTING}
                  value={category}
                  aria-pressed={category === search}
                  className="inline-flex min-h-11 cursor-pointer whitespace-nowrap items-center gap-2 rounded-full border border-muted/50 bg-surface px-4 text-sm transition-colors hover:border-teal aria-pressed:border-teal aria-pressed:bg-teal aria-pressed:text-on-teal"
                >
                  {category}
                  <span className="text-xs tabular-nums opacity-80">
                    {all.filter((entry) => entry.category === category).length}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </form>
      </div>
      {/* The structured data link to this anchor. */}
      <div id="terms" className="scroll-mt-28">
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-6 border-ink border-b">
          <p
            ref={count}
            role="status"
            tabIndex={-1}
            className="scroll-mt-28 pt-2 pb-2.5 text-muted text-sm tabular-nums outline-none"
          >
            {shown}
          </p>
          {search === '' ? null : (
            <button
              {...SELECTING}
              value=""
              className="inline-flex min-h-11 cursor-pointer items-center gap-1.5 text-sm text-teal"
            >
              <Icon name="x" strokeWidth={2} className="size-4" />
              {labels.clear}
            </button>
          )}
        </div>
        {terms.length > 0 ? null : (
          <div className="border-line border-b py-16">
            <h2 className="display text-2xl">{labels.empty.title}</h2>
            <p className="mt-2 text-muted">{labels.empty.hint}</p>
          </div>
        )}
        {terms.map((entry) => (
          <TermCard key={entry.id} entry={entry} equation={equations[entry.id]} />
        ))}
        <div className="mt-12 flex flex-wrap items-center justify-between gap-x-8 gap-y-5 rounded-card border border-line bg-surface p-6 md:p-8">
          <p className="display max-w-lg text-balance text-xl">{platformLink.text}</p>
          <ButtonLink href={platformLink.action.href}>
            {platformLink.action.label}
            <Icon name="arrow-right" strokeWidth={2} className="size-4" />
          </ButtonLink>
        </div>
      </div>
    </div>
  );
}
