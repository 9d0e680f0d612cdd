import type { PageSeo } from './page-seo.ts';
import { site } from './site.ts';

/** Apart from the other words of these pages, since the structured data of every page names them. */
export const seo: PageSeo = {
  title: `Molecules | ${site.name}`,
  description:
    'Every molecule shown in our posts and pages, with its structure, computed properties and files. Search by exact structure or substructure.',
  keywords: 'chemical structure search, substructure search, SMILES, InChIKey',
  canonical: '/molecules',
};
