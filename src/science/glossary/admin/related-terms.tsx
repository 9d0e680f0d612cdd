import { Checkbox } from '../../../admin/checkbox.tsx';
import { Subscripts } from '../../../ui/subscripts.tsx';
import { TERM_LIMITS, type UsedTerm } from '../term.ts';

type RelatedTermsProps = {
  /** The chosen terms by name. */
  chosen: readonly string[];
  others: readonly UsedTerm[];
  error: string | undefined;
  onChange: (chosen: string[]) => void;
};

/** The terms to which the page leads on from a term. */
export function RelatedTerms({ chosen, others, error, onChange }: RelatedTermsProps) {
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
