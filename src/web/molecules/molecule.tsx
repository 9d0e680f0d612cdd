import './molecules.css';
import { data } from 'react-router';
import { molecule as labels, list, search } from '../../content/molecule-pages.ts';
import type { PageSeo } from '../../content/page-seo.ts';
import { site } from '../../content/site.ts';
import type { PublicMolecule } from '../../domain/science/molecules/molecule-reading.ts';
import { pageContext } from '../context.ts';
import { longDate } from '../dates.ts';
import type { PageHandle } from '../root.tsx';
import { pageMeta, privateMeta, publicUrlFrom } from '../seo.ts';
import { molecularEntity } from '../structured-data.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { Subscripts } from '../ui/subscripts.tsx';
import type { Route } from './+types/molecule.ts';
import { Drawing } from './drawing.tsx';
import { Formula } from './formula.tsx';
import { type DrawnMolecule, MoleculeGrid } from './molecule-card.tsx';
import { Files, Identifiers, Properties } from './molecule-data.tsx';
import { moleculePath } from './molecule-path.ts';
import { searchPath } from './search-query.ts';

export const handle = { hydrate: false } satisfies PageHandle;

export async function loader({ params, context }: Route.LoaderArgs) {
  const { services } = context.get(pageContext);
  const found = await services.publicMolecule(params.inchikey);
  if (found === null) return data({ found: null, svg: null, stereoisomers: [] }, 404);
  const { stereoisomers, ...molecule } = found;
  const molblocks = [molecule, ...stereoisomers].map((each) => each.molecule.molblock);
  const [svg = null, ...others] = await services.drawMolecules(molblocks);
  return data({
    found: molecule,
    svg,
    stereoisomers: stereoisomers.map((other, at): DrawnMolecule => {
      const { inchikey, formula } = other.molecule;
      return {
        inchikey,
        formula,
        name: other.name,
        postCount: other.postCount,
        svg: others[at] ?? null,
      };
    }),
  });
}

type Found = Omit<PublicMolecule, 'stereoisomers'>;

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const found = loaderData?.found ?? null;
  if (found === null) return privateMeta(labels.notFound.title);
  return pageMeta(moleculeSeo(found), {
    publicUrl: publicUrlFrom(matches),
    jsonLd: import.meta.env.SSR ? [molecularEntity(found)] : [],
  });
};

function moleculeSeo({ molecule: { inchikey, formula }, name, names }: Found): PageSeo {
  const title = name ?? formula;
  return {
    title: `${title} | ${site.name}`,
    description: labels.description
      .replace('{name}', () => title)
      .replace('{formula}', () => formula),
    keywords: [...names, formula, inchikey],
    canonical: moleculePath(inchikey),
  };
}

export default function MoleculePage({ loaderData }: Route.ComponentProps) {
  const { found, svg, stereoisomers } = loaderData;
  if (found === null) return <MoleculeNotFound />;
  const { molecule, name, names } = found;
  const title = name ?? molecule.formula;
  const label = name === null ? title : `${name}, ${molecule.formula}`;
  return (
    <div className="page grid gap-x-8 gap-y-12 pt-32 pb-8 md:pt-40 lg:grid-cols-12">
      <div className="lg:col-span-7">
        <p className="eyebrow mb-5">
          <Link to="/molecules" className="-my-3 inline-block py-3 hover:text-teal">
            {labels.eyebrow}
          </Link>
        </p>
        <h1 dir="auto" className="display break-words text-4xl">
          {name ?? <Formula text={title} />}
        </h1>
        {names.length > 1 ? (
          <p className="mt-4 text-muted">
            {labels.names} {names.slice(1).join(', ')}
          </p>
        ) : null}
        <Drawing
          svg={svg}
          label={labels.drawing.replace('{name}', () => label)}
          className="molecule-portrait mt-8"
          scale={2}
        />
        <Explore smiles={molecule.smiles} />
        <Posts {...found} />
      </div>
      <div className="grid content-start gap-10 lg:col-span-5 lg:pt-11">
        <Properties molecule={molecule} />
        <Identifiers molecule={molecule} />
        <Files molecule={molecule} />
      </div>
      {stereoisomers.length === 0 ? null : (
        <section className="lg:col-span-12">
          <h2 className="display text-2xl">{labels.stereoisomers}</h2>
          <p className="mt-2 mb-6 text-muted">{labels.stereoisomersHint}</p>
          <MoleculeGrid molecules={stereoisomers} />
        </section>
      )}
    </div>
  );
}

/** In characters, as in the API. */
const MAX_QUERY_LENGTH = 200;

function Explore({ smiles }: { smiles: string }) {
  if (smiles.length > MAX_QUERY_LENGTH) return null;
  return (
    <div data-screen-only className="mt-6 flex flex-wrap gap-3">
      <ButtonLink
        variant="secondary"
        rel="nofollow"
        href={searchPath({ q: smiles, mode: 'similarity' })}
      >
        {labels.explore.similar}
      </ButtonLink>
      <ButtonLink
        variant="secondary"
        rel="nofollow"
        href={searchPath({ q: smiles, mode: 'substructure' })}
      >
        {labels.explore.containing}
      </ButtonLink>
    </div>
  );
}

function Posts({ posts, postCount }: Found) {
  return (
    <section className="mt-12">
      <h2 className="display text-2xl">{labels.posts}</h2>
      <ul className="mt-4 border-line border-t">
        {posts.map(({ slug, title, date }) => (
          <li key={slug} className="border-line border-b py-4">
            <Link
              to={`/blog/${slug}`}
              dir="auto"
              className="found-link -my-3 block py-3 font-medium"
            >
              <Subscripts text={title} />
            </Link>
            <time dateTime={date} className="mt-1 block text-muted text-sm">
              {longDate(date)}
            </time>
          </li>
        ))}
      </ul>
      {postCount > posts.length ? (
        <p className="mt-3 text-muted text-sm">
          {labels.morePosts.replace('{count}', `${posts.length}`)}{' '}
          {list.posts.many.replace('{count}', `${postCount}`)}
        </p>
      ) : null}
    </section>
  );
}

function MoleculeNotFound() {
  return (
    <div className="page pt-32 pb-16 md:pt-44">
      <h1 className="display text-4xl">{labels.notFound.title}</h1>
      <p className="mt-5 mb-8 text-lg text-muted">{labels.notFound.message}</p>
      <ButtonLink variant="secondary" href={search.all.href}>
        {search.all.label}
      </ButtonLink>
    </div>
  );
}
