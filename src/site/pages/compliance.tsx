import {
  type Certification,
  type CertificationStatus,
  cardsTitle,
  certifications,
  hero,
  sections,
  seo,
} from '../../content/compliance.ts';
import type { PageHandle } from '../../root.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { pageMeta, publicUrlFrom } from '../../ui/seo.ts';
import type { Route } from './+types/compliance.ts';
import { LegalDocument } from './legal-document.tsx';

export const handle = { hydrate: false } satisfies PageHandle;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(seo, { publicUrl: publicUrlFrom(matches) });

const TONES: Record<CertificationStatus, Tone> = {
  Planned: 'stone',
  'In Progress': 'amber',
  'Aligned Practices': 'teal',
};

export default function Compliance() {
  return (
    <LegalDocument {...hero} sections={sections}>
      <section aria-labelledby="certifications" className="page pb-14 md:pb-20">
        <h2 id="certifications" className="sr-only">
          {cardsTitle}
        </h2>
        <ul className="grid gap-px overflow-hidden rounded-card border border-line bg-line md:grid-cols-2">
          {certifications.map((certification) => (
            <CertificationCard key={certification.name} certification={certification} />
          ))}
        </ul>
      </section>
    </LegalDocument>
  );
}

function CertificationCard({ certification }: { certification: Certification }) {
  const { name, status, description, details } = certification;
  return (
    <li className="bg-surface p-6 md:p-8">
      <Badge tone={TONES[status]}>{status}</Badge>
      <h3 className="display mt-4 text-2xl">{name}</h3>
      <p className="mt-3 font-medium">{description}</p>
      <p className="mt-3 text-muted">{details}</p>
    </li>
  );
}
