import { site } from './site.ts';

/** What one public page says about itself in its head. */
export interface PageSeo {
  /** The whole document title; nothing is appended to it. */
  title: string;
  description: string;
  keywords: readonly string[];
  /** The page's path, without a trailing slash except for the root; made absolute when rendered. */
  canonical: string;
}

/** The page's title without the site's name. */
export function headline({ title }: Pick<PageSeo, 'title'>): string {
  const [before, after] = [`${site.name} | `, ` | ${site.name}`];
  if (title.endsWith(after)) return title.slice(0, -after.length);
  return title.startsWith(before) ? title.slice(before.length) : title;
}
