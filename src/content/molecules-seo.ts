import type { PageSeo } from './page-seo.ts';
import { site } from './site.ts';

/** Apart from the other words of these pages, since the structured data of every page names them. */
export const seo: PageSeo = {
  title: `Molecules | ${site.name}`,
  description:
    'Every molecule that our posts and pages show, with its structure, computed properties and files, to be found by drawing it in SMILES: exactly, by a part of it, or by similarity.',
  keywords: [
    'chemical structure search',
    'substructure search',
    'SMILES',
    'InChIKey',
    'similarity',
  ],
  canonical: '/molecules',
};
