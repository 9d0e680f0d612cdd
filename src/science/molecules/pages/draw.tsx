import './molecules.css';
import { useRef } from 'react';
import { draw } from '../../../content/molecule-pages.ts';
import { Hero } from '../../../ui/hero.tsx';
import { Link } from '../../../ui/link.tsx';
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
      <Hero title={draw.title} lead={draw.lead} />
      <div className="page grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-12">
        <noscript className="lg:col-span-12">{draw.noScript}</noscript>
        <div className="lg:col-span-7">
          <DrawingBoard source={query.q} onDraw={fill} />
        </div>
        <div ref={form} className="lg:col-span-5">
          <SearchForm query={query} isDrawn />
          <HowTo {...draw.howTo} />
          <Link to={draw.back.href} className="prose-link mt-4 inline-flex min-h-11 items-center">
            {draw.back.label}
          </Link>
        </div>
      </div>
    </>
  );
}

function HowTo({ title, click, steps }: typeof draw.howTo) {
  return (
    <section className="mt-10">
      <h2 className="eyebrow mb-3">{title}</h2>
      <ul className="border-line border-t text-sm">
        {steps.map((step) => (
          <li key={step} className="border-line border-b py-2.5">
            <span className="pointer-coarse:hidden">{click.fine}</span>
            <span className="hidden pointer-coarse:inline">{click.coarse}</span> {step}
          </li>
        ))}
      </ul>
    </section>
  );
}
