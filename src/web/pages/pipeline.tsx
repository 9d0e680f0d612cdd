import { seo } from '../../content/pipeline.ts';
import { pageMeta, publicUrlFrom } from '../seo.ts';
import { Hero } from '../ui/hero.tsx';
import type { Route } from './+types/pipeline.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(seo, { publicUrl: publicUrlFrom(matches) });

export default function Pipeline() {
  return <Hero title={seo.title} lead={seo.description} />;
}
