import { seo } from '../../../content/platform.ts';
import { pageMeta, publicUrlFrom } from '../../seo.ts';
import { Hero } from '../../ui/hero.tsx';
import type { Route } from './+types/platform.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(seo, { publicUrl: publicUrlFrom(matches) });

export default function Platform() {
  return <Hero title={seo.title} lead={seo.description} />;
}
