import { hero, sections, seo } from '../../content/terms.ts';
import type { PageHandle } from '../../root.tsx';
import { staticMeta } from '../../ui/seo.ts';
import { LegalDocument } from './legal-document.tsx';

export const handle = { hydrate: false } satisfies PageHandle;

export const meta = staticMeta(seo);

export default function TermsOfService() {
  return <LegalDocument {...hero} sections={sections} />;
}
