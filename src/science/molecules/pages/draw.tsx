import { useRef } from 'react';
import { draw, search } from '../../../content/molecule-pages.ts';
import { BackLink } from '../../../ui/back-link.tsx';
import { privateMeta } from '../../../ui/seo.ts';
import type { Route } from './+types/draw.ts';
import { DrawingBoard } from './drawing-board.tsx';
import { parseSearch, SearchForm } from './search-form.tsx';

export function loader({ request }: Route.LoaderArgs) {
  return { query: parseSearch(request) };
}

export const meta: Route.MetaFunction = () => privateMeta(draw.title);

/** The search of molecules with a sheet to draw what it looks for: the list itself sends no script. */
export default function DrawMolecule({ loaderData: { query } }: Route.ComponentProps) {
  const form = useRef<HTMLDivElement>(null);
  const { title, click, steps } = draw.howTo;

  function fill(smiles: string) {
    const field = form.current?.querySelector<HTMLInputElement>('input[name=q]');
    if (field) field.value = smiles;
  }

  return (
    <>
      <div className="page pt-28 pb-12 md:pt-36">
        <BackLink {...search.all} />
        <h1 className="display mt-4 text-4xl">{draw.title}</h1>
        <p className="mt-5 max-w-2xl text-balance text-lg text-muted leading-relaxed">
          {draw.lead}
        </p>
        <noscript className="mt-5 block">{draw.noScript}</noscript>
      </div>
      <div className="page grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[7fr_5fr] lg:grid-rows-[auto_1fr] lg:*:first:row-span-2">
        <DrawingBoard source={query.q} onDraw={fill} />
        <div ref={form}>
          <SearchForm query={query} isDrawn />
        </div>
        <section>
          <h2 className="eyebrow mb-3">{title}</h2>
          <ul className="border-line border-t text-sm">
            {steps.map((step) => (
              <li key={step} className="border-line border-b py-2.5 text-balance">
                <span className="pointer-coarse:hidden">{click.fine}</span>
                <span className="hidden pointer-coarse:inline">{click.coarse}</span> {step}
              </li>
            ))}
          </ul>
        </section>
      </div>
    </>
  );
}
