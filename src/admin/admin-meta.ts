import type { MetaDescriptor } from 'react-router';
import { privateMeta } from '../ui/seo.ts';

/** The head of an admin page with exactly this title. */
export function exactTitleMeta(title: string): MetaDescriptor[] {
  return privateMeta(title).map((tag) => ('title' in tag ? { title } : tag));
}
