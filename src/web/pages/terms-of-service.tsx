import { hero, sections, seo } from '../../content/terms.ts';
import type { PageHandle } from '../root.tsx';
import { pageMeta, publicUrlFrom } from '../seo.ts';
import printStylesheet from '../ui/print.css?url';
import type { Route } from './+types/terms-of-service.ts';
import { LegalDocument } from './legal-document.tsx';

export const handle = { hydrate: false } satisfies PageHandle;

export const links: Route.LinksFunction = () => [
  { rel: 'stylesheet', href: printStylesheet, media: 'print' },
];

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(seo, { publicUrl: publicUrlFrom(matches) });

export default function TermsOfService() {
  return <LegalDocument {...hero} sections={sections} />;
}
