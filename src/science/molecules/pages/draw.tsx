import './molecules.css';
import { useRef } from 'react';
import { draw } from '../../../content/molecule-pages.ts';
import { Hero } from '../../../ui/hero.tsx';
import { privateMeta } from '../../../ui/seo.ts';
import type { Route } from './+types/draw.ts';
import { DrawingBoard } from './drawing-board.tsx';
import { SearchForm } from './search-form.tsx';
import { parseSearch } from './search-query.ts';

export function loader({ request }: Route.LoaderArgs) {
  return { query: parseSearch(request) };
}

export const meta: Route.MetaFunction = () => privateMeta(draw.title);

/** The search of molecules with a sheet to draw what it looks for: the list itself sends no script. */
export default function DrawMolecule({ loaderData: { query } }: Route.ComponentProps) {
  const form = useRef<HTMLDivElement>(null);

  function fill(smiles: string) {
    const field = form.current?.querySelector<HTMLInputElement>('input[name=q]');
    if (field) field.value = smiles;
  }

  return (
    <>
      <Hero title={draw.title} lead={draw.lead}>
        <div ref={form} className="w-full">
          <SearchForm query={query} isDrawn />
        </div>
      </Hero>
      <div className="page">
        <noscript>{draw.noScript}</noscript>
        <DrawingBoard source={query.q} onDraw={fill} />
      </div>
    </>
  );
}
