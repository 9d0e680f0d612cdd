import { hero, sections, seo } from '../../content/privacy.ts';
import type { PageHandle } from '../../root.tsx';
import { pageMeta, publicUrlFrom } from '../../ui/seo.ts';
import type { Route } from './+types/privacy-policy.ts';
import { LegalDocument } from './legal-document.tsx';

export const handle = { hydrate: false } satisfies PageHandle;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(seo, { publicUrl: publicUrlFrom(matches) });

export default function PrivacyPolicy() {
  return <LegalDocument {...hero} sections={sections} />;
}
