import { startProductionSite } from '../../test/production-site.ts';
import { MISSING_PATH, POST_PATH } from '../../test/public-pages.ts';
import type { Row, Target } from './row.ts';
import { measureWeights, type Weight } from './weights.ts';

/** Pages with the framework, then static ones. */
const PAGES = [
  '/',
  '/platform',
  '/investors',
  '/glossary',
  '/blog',
  POST_PATH,
  '/privacy-policy',
  MISSING_PATH,
];

/** KiB of the document, its styles and its scripts. */
const TARGETS: Readonly<Record<string, Target>> = {
  '/': { atMost: 140 },
  [POST_PATH]: { atMost: 25 },
};

/** The transfer sizes of a first visit, in KiB. */
export async function measurePageWeights(): Promise<Row[]> {
  const site = await startProductionSite();
  try {
    const weights = await measureWeights(site.address, PAGES);
    const fonts = Math.max(...weights.map((weight) => weight.fonts));
    return [...weights.flatMap(rowsOf), row('most fonts of a page', fonts, { atMost: 97 })];
  } finally {
    await site.stop();
  }
}

function rowsOf({ page, html, css, js, total, requests }: Weight): Row[] {
  return [
    row(`${page}, HTML, CSS and scripts`, html + css + js, TARGETS[page]),
    ...(js > 0 ? [row(`${page}, script files`, js, { atMost: 106 })] : []),
    row(`${page}, all in ${requests} requests`, total),
  ];
}

function row(what: string, bytes: number, target?: Target): Row {
  return { part: 'weights', what, figure: bytes / 1024, unit: 'KiB', target };
}
