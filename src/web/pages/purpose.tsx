import { seo } from '../../content/purpose.ts';
import { pageMeta, publicUrlFrom } from '../seo.ts';
import { Hero } from '../ui/hero.tsx';
import type { Route } from './+types/purpose.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(seo, { publicUrl: publicUrlFrom(matches) });

export default function Purpose() {
  return <Hero title={seo.title} lead={seo.description} />;
}
