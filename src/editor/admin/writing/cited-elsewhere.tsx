import { useEffect, useState } from 'react';
import { searchCitedWorks } from '../../../posts/admin/cited-works.ts';
import type { Reference } from '../../../science/references/reference.ts';
import { referenceDetails, workIdentity } from '../../../science/references/same-work.ts';
import { CHOICE } from './chooser-dialog.tsx';

const TYPING_MS = 250;

/** More would not fit a phone above its keyboard. */
const MAX_SHOWN = 8;

type CitedElsewhereProps = {
  q: string;
  /** The references of the post, which are not offered. */
  references: readonly Reference[];
  onChoose: (work: Reference) => void;
};

/** Offers works that other posts cite. A failed search offers none: the rest of the dialog needs no server. */
export function CitedElsewhere({ q, references, onChoose }: CitedElsewhereProps) {
  const listed = new Set(references.map(workIdentity));
  const works = useCitedWorks(q).filter((work) => !listed.has(workIdentity(work)));
  if (works.length === 0) return null;
  return (
    <>
      <p aria-hidden className="mt-4 text-muted text-sm">
        Cited in other posts
      </p>
      <ul aria-label="Cited in other posts" className="mt-1 divide-y divide-line">
        {works.slice(0, MAX_SHOWN).map((work) => (
          <li key={workIdentity(work)}>
            <button type="button" onClick={() => onChoose(work)} className={CHOICE}>
              <span className="font-medium [overflow-wrap:anywhere]">{work.title || work.url}</span>
              <span className="text-muted [overflow-wrap:anywhere]">{referenceDetails(work)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The works that the words find, asked for when typing pauses; the last ones stay until others come. */
function useCitedWorks(q: string): readonly Reference[] {
  const [works, setWorks] = useState<readonly Reference[]>([]);
  useEffect(() => {
    const asking = new AbortController();
    const timer = setTimeout(async () => {
      const answer = await searchCitedWorks(q, asking.signal);
      if (!asking.signal.aborted && answer.ok) setWorks(answer.value.references);
    }, TYPING_MS);
    return () => {
      asking.abort();
      clearTimeout(timer);
    };
  }, [q]);
  return works;
}
