import { site } from './site.ts';

export interface PageSeo {
  title: string;
  description: string;
  /** Separated by commas. */
  keywords: string;
  /** The page's path, without a trailing slash except for the root. */
  canonical: string;
}

export function headline({ title }: Pick<PageSeo, 'title'>): string {
  const [before, after] = [`${site.name} | `, ` | ${site.name}`];
  if (title.endsWith(after)) return title.slice(0, -after.length);
  return title.startsWith(before) ? title.slice(before.length) : title;
}
