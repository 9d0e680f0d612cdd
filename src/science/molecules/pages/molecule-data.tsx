import { type ComponentProps, Fragment } from 'react';
import { molecule as labels } from '../../../content/molecule-pages.ts';
import { codeLabels } from '../../../content/page-labels.ts';
import { moleculePath, PROPERTIES, type Structure } from '../../chemistry/chemistry.ts';
import type { PublicMolecule } from '../molecules.ts';
import { Formula } from './card.tsx';

type PropertiesProps = { formula: string; computed: Structure['computed'] };

export function Properties({ formula, computed }: PropertiesProps) {
  if (computed === null) return null;
  const { properties, rdkitVersion } = computed;
  const rows = PROPERTIES.map(([property, [, heading, decimals, unit]]) => ({
    name: unit === '' ? heading : `${heading}, ${unit}`,
    value: properties[property]?.toFixed(decimals).replace('-', '−'),
  })).filter(({ value }) => value !== undefined);
  return (
    <Section title={labels.properties}>
      <dl className="border-line border-t">
        {[{ name: 'Formula', value: <Formula text={formula} /> }, ...rows].map(
          ({ name, value }) => (
            <div
              key={name}
              className="flex items-baseline justify-between gap-6 border-line border-b py-2.5 text-sm"
            >
              <dt className="text-muted">{name}</dt>
              <dd className="shrink-0 font-mono tabular-nums">{value}</dd>
            </div>
          ),
        )}
      </dl>
      <p className="mt-3 text-muted text-sm">
        {labels.computedBy.replace('{program}', `RDKit ${rdkitVersion}`)}
      </p>
    </Section>
  );
}

/** Matches the places where a line may break: after the layers and bonds of an InChI, around the branches of SMILES. */
const PARTS = /(?<=[/)-])(?!$)|(?=\()/;

export function Identifiers({ inchikey, inchi, smiles }: PublicMolecule) {
  return (
    <Section title={labels.identifiers}>
      <dl className="border-line border-t">
        {Object.entries({ InChIKey: inchikey, InChI: inchi, SMILES: smiles }).map(
          ([name, value]) => (
            <div key={name} className="border-line border-b py-2.5">
              <dt className="text-muted text-sm">{name}</dt>
              <dd className="grid grid-cols-[1fr_auto] items-start gap-x-4">
                <span
                  dir="ltr"
                  className="font-mono text-xs leading-relaxed [overflow-wrap:anywhere]"
                >
                  {value.split(PARTS).map((part, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
                    <Fragment key={index}>
                      {part}
                      <wbr />
                    </Fragment>
                  ))}
                </span>
                <button
                  type="button"
                  data-copy=""
                  data-screen-only=""
                  aria-live="polite"
                  aria-label={`${codeLabels.text} ${name}`}
                  className="prose-link invisible -my-3 min-h-11 cursor-pointer text-right text-sm"
                >
                  {codeLabels.text}
                </button>
              </dd>
            </div>
          ),
        )}
      </dl>
    </Section>
  );
}

export function Files({ inchikey }: PublicMolecule) {
  return (
    <Section title={labels.files} data-screen-only="">
      <ul className="border-line border-t">
        {Object.entries(labels.fileKinds).map(([suffix, kind]) => (
          <li key={suffix} className="border-line border-b">
            <a
              href={`${moleculePath(inchikey)}.${suffix}`}
              className="group flex min-h-11 items-center justify-between gap-4 text-sm"
            >
              <span className="group-hover:text-teal">{kind}</span>
              <span className="font-mono text-muted text-xs">.{suffix}</span>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Runs by itself: the page sends no framework. */
export const COPY_SCRIPT = `for(const button of navigator.clipboard?document.querySelectorAll('[data-copy]'):[]){const{ariaLabel,textContent}=button;
button.classList.remove('invisible');
button.onclick=async()=>{await navigator.clipboard.writeText(button.previousElementSibling.textContent);button.ariaLabel=button.textContent='${codeLabels.done}';
setTimeout(()=>{button.textContent=textContent;button.ariaLabel=ariaLabel},2000)}}`;

function Section({ title, children, ...props }: ComponentProps<'section'> & { title: string }) {
  return (
    <section {...props}>
      <h2 className="eyebrow mb-3">{title}</h2>
      {children}
    </section>
  );
}
