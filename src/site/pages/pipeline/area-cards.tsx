import { useId, useState } from 'react';
import { figureLabels, molecules, structureCredit } from '../../../content/molecules.ts';
import { geneSymbols, therapeuticAreas } from '../../../content/pipeline.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Reveal } from '../../../ui/reveal.tsx';
import { figureText, StructureDrawing } from '../../../ui/structure.tsx';

const SYMBOL = new RegExp(`\\b(${geneSymbols.join('|')})\\b`);

/** A text with the symbols of human genes in italics, as they are set in print; those of proteins are upright. */
function GeneSymbols({ text }: { text: string }) {
  return text.split(SYMBOL).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
    index % 2 === 0 ? part : <i key={index}>{part}</i>,
  );
}

const { areas, labels } = therapeuticAreas;

type TherapeuticArea = (typeof areas)[number];
type Disease = TherapeuticArea['diseases'][number];

/** Cards stand side by side while all are collapsed; an expanded one has the width of the row. */
export function AreaCards() {
  const [expanded, setExpanded] = useState<Record<string, boolean>>({});
  return (
    <Reveal className="area-cards grid gap-6">
      {areas.map((area) => (
        <AreaCard
          key={area.category}
          area={area}
          expanded={expanded[area.category] ?? false}
          onToggle={() =>
            setExpanded((flags) => ({ ...flags, [area.category]: !flags[area.category] }))
          }
        />
      ))}
    </Reveal>
  );
}

/** Without scripts there is no button, and the diseases are visible. */
function AreaCard({
  area: { category, icon, description, diseases },
  expanded,
  onToggle,
}: {
  area: TherapeuticArea;
  expanded: boolean;
  onToggle: () => void;
}) {
  const id = useId();
  return (
    <article className="area-card rounded-card border border-line bg-surface">
      <div className="p-6 md:p-8">
        <Icon name={icon} className="size-7 text-teal" />
        <h3 className="display mt-8 text-2xl">{category}</h3>
        <p className="mt-3 max-w-[66ch] text-muted">{description}</p>
        <Button
          variant="secondary"
          className="mt-6 noscript:hidden"
          aria-expanded={expanded}
          aria-controls={id}
          onClick={onToggle}
        >
          {expanded ? labels.collapse : labels.expand}
          <span className="sr-only">: {category}</span>
          <Icon
            name="chevron-down"
            strokeWidth={1.75}
            className={`size-4 transition-transform duration-300 ${expanded ? 'rotate-180' : ''}`}
          />
        </Button>
      </div>
      <div
        id={id}
        className={`@container grid transition-[grid-template-rows,visibility] duration-300 noscript:visible noscript:grid-rows-[1fr] ${expanded ? 'grid-rows-[1fr]' : 'invisible grid-rows-[0fr]'}`}
      >
        <div className="min-h-0 overflow-hidden">
          <ul className="@3xl:grid @3xl:grid-cols-2">
            {diseases.map((disease) => (
              <DiseaseEntry key={disease.name} disease={disease} />
            ))}
          </ul>
          <p className="border-line border-t px-6 py-5 text-muted text-xs leading-relaxed md:px-8">
            {labels.medicinesNote} {structureCredit}
          </p>
        </div>
      </div>
    </article>
  );
}

function DiseaseEntry({
  disease: { name, details, prevalence, challenge, footnote, medicines },
}: {
  disease: Disease;
}) {
  return (
    <li className="@3xl:row-span-7 @3xl:grid @3xl:grid-rows-subgrid @3xl:items-start border-line border-t p-6 @3xl:even:border-l md:p-8">
      <h4 className="font-display text-xl leading-tight">{name}</h4>
      <dl className="mt-5 grid gap-x-6 gap-y-5 text-sm sm:grid-cols-[8rem_1fr] @3xl:row-span-3 @3xl:grid-rows-subgrid">
        <dt className="text-muted">{labels.prevalence}</dt>
        <dd className="-mt-4 sm:mt-0">
          <span className="font-display text-lg leading-tight tabular-nums">
            {prevalence.split(/(?<=; )/).map((figure) => (
              <span key={figure} className="inline-block whitespace-pre-wrap">
                {figure}
              </span>
            ))}
          </span>
          <span className="mt-1 block text-muted text-xs leading-relaxed">{footnote}</span>
        </dd>
        <dt className="text-muted">{labels.details}</dt>
        <dd className="-mt-4 sm:mt-0">
          <GeneSymbols text={details} />
        </dd>
        <dt className="text-muted">{labels.challenge}</dt>
        <dd className="-mt-4 sm:mt-0">
          <GeneSymbols text={challenge} />
        </dd>
      </dl>
      <h5 className="mt-8 text-muted text-sm">{labels.medicines}</h5>
      {medicines.map((medicine) => (
        <Medicine key={medicine.molecule} medicine={medicine} />
      ))}
    </li>
  );
}

const FIGURES = ['weight', 'cLogP', 'tpsa'] as const;

function Medicine({ medicine: { molecule: id, use } }: { medicine: Disease['medicines'][number] }) {
  const { name, role } = molecules[id];
  return (
    <div className="@container mt-3 border-line border-t py-6 last:pb-0">
      <figure className="grid items-center gap-x-8 gap-y-5 @md:grid-cols-[7fr_5fr]">
        <div className="@md:grid @md:place-items-center">
          <StructureDrawing
            id={id}
            scale={0.75}
            title={labels.structure.replace('{name}', name.toLowerCase())}
          />
        </div>
        <figcaption className="text-sm">
          <span className="block font-display text-lg leading-tight">{name}</span>
          <span className="mt-1.5 block text-muted text-xs leading-relaxed">{role}</span>
          <span className="mt-1.5 block text-xs leading-relaxed">
            <GeneSymbols text={use} />
          </span>
          <dl className="mt-3 grid grid-cols-[1fr_auto] font-mono text-xs tabular-nums">
            {FIGURES.map((figure) => (
              <div
                key={figure}
                className="col-span-2 grid grid-cols-subgrid border-line border-t py-1"
              >
                <dt className="text-muted">{figureLabels[figure].name}</dt>
                <dd className="text-right">{figureText(figure, id)}</dd>
              </div>
            ))}
          </dl>
        </figcaption>
      </figure>
    </div>
  );
}
