import { useMemo } from 'react';
import { examples, search as labels, type TermExample } from '../../../content/glossary.ts';
import { glossaryLabels } from '../../../content/glossary-labels.ts';
import { molecules, structureCredit } from '../../../content/molecules.ts';
import { Link } from '../../../ui/link.tsx';
import { figureText, StructureDrawing } from '../../../ui/structure.tsx';
import { Subscripts } from '../../../ui/subscripts.tsx';
import { trustedHtml } from '../../../ui/trusted-types.ts';
import { Unbroken } from '../../../ui/unbroken.tsx';
import type { Term } from '../term.ts';
import '../../../ui/math.css';

function Equation({ html }: { html: string }) {
  const trusted = useMemo(() => ({ __html: trustedHtml(html) }), [html]);
  return (
    <div
      className="mt-6 mb-7 overflow-x-auto overflow-y-hidden text-lg"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: MathJax drew it from a formula of the site
      dangerouslySetInnerHTML={trusted}
    />
  );
}

/** A button that puts its value into the search field; without scripts it requests the page with that search. */
export const SELECTING = { type: 'submit', form: 'glossary-pick', name: 'q' } as const;

/** @param equation as HTML */
export function TermCard({ entry, equation }: { entry: Term; equation: string | undefined }) {
  const { id, term, category, definition, synonyms, relatedTerms } = entry;
  const example = examples[id];
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] items-baseline gap-x-8 gap-y-3 border-line border-b py-8 md:grid-cols-[minmax(14rem,2fr)_minmax(0,5fr)]">
      <div>
        <h2 className="display text-2xl">
          <Unbroken text={term} />
        </h2>
        <p className="eyebrow mt-1.5">
          <Unbroken text={category} />
        </p>
        {synonyms.length === 0 ? null : (
          <p className="mt-2 text-muted text-sm">
            {glossaryLabels.synonyms} <Unbroken text={synonyms.join(', ')} />
          </p>
        )}
      </div>
      <div>
        <p>
          <Unbroken text={definition} />
        </p>
        {equation === undefined ? null : <Equation html={equation} />}
        {example === undefined ? null : <Example example={example} />}
        <dl className="mt-3 items-baseline gap-x-6 gap-y-1 sm:grid sm:grid-cols-[8rem_minmax(0,1fr)]">
          {relatedTerms.length === 0 ? null : (
            <>
              <dt className="eyebrow">{labels.relatedTerms}</dt>
              <dd className="flex flex-wrap gap-x-6">
                {relatedTerms.map((related) => (
                  <button
                    key={related}
                    {...SELECTING}
                    value={related}
                    className="prose-link relative inline-block cursor-pointer py-2.5 text-sm lg:py-1.5 after:absolute after:-inset-x-3 after:inset-y-0"
                  >
                    <Subscripts text={related} />
                  </button>
                ))}
              </dd>
            </>
          )}
          <dt className="eyebrow mt-2 sm:mt-0">{labels.usedIn}</dt>
          <dd className="text-sm">
            <Link
              to={`/blog?q=${encodeURIComponent(term)}`}
              className="prose-link block w-fit text-balance py-2.5 leading-normal lg:py-1.5"
            >
              <Subscripts text={glossaryLabels.uses.replace('{term}', () => term)} />
            </Link>
          </dd>
        </dl>
      </div>
    </article>
  );
}

function Example({ example }: { example: TermExample }) {
  return (
    <figure className="mt-6 border-line border-y py-5">
      <div className="flex flex-wrap items-end gap-x-12 gap-y-6">
        {example.molecules.map((id) => (
          <div key={id}>
            <StructureDrawing
              id={id}
              scale={0.85}
              title={labels.structure.replace('{name}', molecules[id].name.toLowerCase())}
            />
            <p className="mt-4 flex items-baseline gap-x-4">
              <span className="font-display">{molecules[id].name}</span>
              <span className="font-mono text-xs tabular-nums">{figureText('tpsa', id)}</span>
            </p>
          </div>
        ))}
      </div>
      <figcaption className="mt-4 text-muted text-xs leading-relaxed">
        {example.text} {structureCredit}
      </figcaption>
    </figure>
  );
}
