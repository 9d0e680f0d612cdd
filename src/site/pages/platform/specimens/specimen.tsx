import type { ReactNode } from 'react';
import { type IntervalSpecimen, illustration } from '../../../../content/specimens.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Unbroken } from '../../../../ui/unbroken.tsx';
import { IntervalTable } from './interval-table.tsx';

export function Specimen({
  specimen,
  drawing,
}: {
  specimen: IntervalSpecimen;
  drawing?: ReactNode;
}) {
  const { title, query, findings } = specimen;
  return (
    <Sheet title={title}>
      <div className="mt-4 flex flex-wrap items-center gap-x-8 gap-y-5 border-line border-t pt-5">
        <div className="flex-1 basis-56">
          <Facts facts={query} />
        </div>
        {drawing}
      </div>
      <div className="mt-4">
        <IntervalTable {...specimen} />
      </div>
      <div className="mt-3 border-line border-t pt-4">
        <Facts facts={findings} />
      </div>
      <p className="mt-4 text-muted text-xs leading-relaxed">{illustration.note}</p>
    </Sheet>
  );
}

export function Sheet({ title, children }: { title: string; children: ReactNode }) {
  return (
    <figure className="rounded-card border border-line bg-surface p-5 sm:p-8">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <span className="font-display text-lg leading-tight">{title}</span>
        <Badge tone="stone">{illustration.label}</Badge>
      </figcaption>
      {children}
    </figure>
  );
}

function Facts({ facts }: { facts: readonly { name: string; value: string }[] }) {
  return (
    <dl className="grid gap-x-4 gap-y-2 text-sm sm:grid-cols-[8.5rem_1fr]">
      {facts.map(({ name, value }) => (
        <div key={name} className="sm:contents">
          <dt className="text-muted">{name}</dt>
          <dd>
            <Unbroken text={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
