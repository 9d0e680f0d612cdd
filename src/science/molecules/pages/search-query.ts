import type { SearchMode } from '../molecule-search.ts';

export type SearchQuery = { q: string; mode: SearchMode; number: number };

/** Longer than a structure may be: InChIs are long, and a structure that is too long gets its error message. */
const MAX_READ = 2_000;
const MODES: readonly SearchMode[] = ['exact', 'substructure'];

/** The search that a URL asks for; what it does not say, or says wrongly, is the default. */
export function parseSearch({ url }: Request): SearchQuery {
  const { searchParams } = new URL(url);
  const page = searchParams.get('page') ?? '';
  return {
    q: searchParams.get('q')?.trim().slice(0, MAX_READ).toWellFormed() ?? '',
    mode: MODES.find((mode) => mode === searchParams.get('mode')) ?? 'exact',
    number: /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 1,
  };
}

/** The path of a search. */
export function searchPath({ q, mode }: Pick<SearchQuery, 'q' | 'mode'>): string {
  return `/molecules?${new URLSearchParams({ q, mode })}`;
}
