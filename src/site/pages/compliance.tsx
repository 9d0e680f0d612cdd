import { cardsTitle, certifications, hero, sections, seo } from '../../content/compliance.ts';
import type { PageHandle } from '../../root.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { staticMeta } from '../../ui/seo.ts';
import { LegalDocument } from './legal-document.tsx';

export const handle = { hydrate: false } satisfies PageHandle;

export const meta = staticMeta(seo);

type Certification = (typeof certifications)[number];

const TONES: Record<Certification['status'], Tone> = {
  Planned: 'stone',
  'In Progress': 'amber',
  'Aligned Practices': 'teal',
};

export default function Compliance() {
  return (
    <LegalDocument {...hero} sections={sections}>
      <section aria-labelledby="certifications" className="pb-12 md:pb-16">
        <h2 id="certifications" className="sr-only">
          {cardsTitle}
        </h2>
        <div className="border-line border-y bg-surface">
          <ul className="page">
            {certifications.map((certification) => (
              <CertificationRow key={certification.name} certification={certification} />
            ))}
          </ul>
        </div>
      </section>
    </LegalDocument>
  );
}

function CertificationRow({ certification }: { certification: Certification }) {
  const { name, status, description, details } = certification;
  return (
    <li className="grid gap-x-8 border-line border-t py-8 first:border-t-0 md:py-10 items-baseline lg:grid-cols-12">
      <div className="lg:col-span-4">
        <h3 className="display text-2xl">{name}</h3>
        <p className="mt-3">
          <Badge tone={TONES[status]}>{status}</Badge>
        </p>
      </div>
      <div className="lg:col-span-7">
        <p className="text-balance text-lg leading-relaxed max-lg:mt-3">{description}</p>
        <p className="mt-3 max-w-measure text-muted">{details}</p>
      </div>
    </li>
  );
}
