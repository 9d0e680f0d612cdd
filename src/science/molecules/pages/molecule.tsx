import './molecules.css';
import { data } from 'react-router';
import type { MolecularEntityLeaf } from 'schema-dts';
import { molecule as labels, list, search } from '../../../content/molecule-pages.ts';
import { molecules } from '../../../content/molecules.ts';
import type { PageSeo } from '../../../content/page-seo.ts';
import { site } from '../../../content/site.ts';
import { pageContext } from '../../../context.ts';
import type { PageHandle } from '../../../root.tsx';
import { BackLink } from '../../../ui/back-link.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { DatedPosts } from '../../../ui/dated-posts.tsx';
import { Link } from '../../../ui/link.tsx';
import NotFoundScreen from '../../../ui/not-found-screen.tsx';
import type { Describe } from '../../../ui/page-graph.ts';
import { pageMeta, privateMeta, publicUrlFrom } from '../../../ui/seo.ts';
import { Unbroken } from '../../../ui/unbroken.tsx';
import { type PublicMolecule, publicMolecule } from '../molecule-reading.ts';
import { drawMolecules } from '../molecules.ts';
import type { Route } from './+types/molecule.ts';
import { Drawing } from './drawing.tsx';
import { Formula } from './formula.tsx';
import { MoleculeGrid, toDrawn } from './molecule-card.tsx';
import { COPY_SCRIPT, Files, Identifiers, Properties } from './molecule-data.tsx';
import { moleculePath } from './molecule-path.ts';
import { searchPath } from './search-query.ts';

export const handle = { hydrate: false, inlineScript: COPY_SCRIPT } satisfies PageHandle;

export async function loader({ params, context }: Route.LoaderArgs) {
  const { site } = context.get(pageContext);
  const found = await publicMolecule(site, params.inchikey);
  if (found === null) return data({ found: null, svg: null, stereoisomers: [] }, 404);
  const { stereoisomers, ...molecule } = found;
  const drawn = [molecule, ...stereoisomers].map((each) => each.molecule.molblock);
  const [svg = null, ...others] = await drawMolecules(site, drawn);
  return data({
    found: molecule,
    svg,
    stereoisomers: stereoisomers.map((other, at) => toDrawn(other, others[at])),
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
    <div className="page molecule-page pt-28 pb-8 md:pt-36">
      <div>
        <p data-screen-only="" className="mb-4">
          <BackLink {...search.all} />
        </p>
        <h1 dir="auto" className="display break-words text-4xl">
          {name ?? <Formula text={title} />}
        </h1>
        <p className="mt-5 max-w-2xl text-balance text-lg text-muted leading-relaxed">
          <Unbroken
            text={
              roleOf(found) ??
              labels.lead
                .replace('{atoms}', `${molecule.properties.heavyAtoms}`)
                .replace('{weight}', molecule.properties.weight.toFixed(2))
            }
          />
        </p>
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
      </div>
      <div className="molecule-facts grid content-start gap-10">
        <Properties molecule={molecule} />
        <Identifiers molecule={molecule} />
        <Files molecule={molecule} />
      </div>
      <div className="grid content-start gap-12">
        <Posts {...found} />
        <Pages {...found} />
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

/** What the site says of a molecule that its own pages draw. */
function roleOf({ names, pages }: Found): string | undefined {
  if (pages.length === 0) return undefined;
  return Object.values(molecules).find(({ name }) => names.includes(name))?.role;
}

/** Characters, as in the API. */
const MAX_QUERY_LENGTH = 200;

function Explore({ smiles }: { smiles: string }) {
  if (smiles.length > MAX_QUERY_LENGTH) return null;
  return (
    <div data-screen-only className="mt-6">
      <ButtonLink
        variant="secondary"
        rel="nofollow"
        className="max-sm:w-full"
        href={searchPath({ q: smiles, mode: 'substructure' })}
      >
        {labels.containing}
      </ButtonLink>
    </div>
  );
}

function Pages({ pages }: Found) {
  if (pages.length === 0) return null;
  return (
    <section>
      <h2 className="display text-2xl">{labels.pages}</h2>
      <ul className="mt-4 border-line border-t">
        {pages.map(({ path, title }) => (
          <li key={path} className="border-line border-b py-4">
            <Link to={path} className="found-link -my-3 block py-3 font-medium">
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Posts({ posts, postCount }: Found) {
  if (postCount === 0) return null;
  return (
    <section>
      <h2 className="display text-2xl">{labels.posts}</h2>
      <DatedPosts posts={posts} />
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
  const { title, message } = labels.notFound;
  return (
    <NotFoundScreen title={title} text={message}>
      <p className="mt-8">
        <BackLink {...search.all} />
      </p>
    </NotFoundScreen>
  );
}

function molecularEntity({
  molecule,
  name,
  names,
  posts,
}: Omit<PublicMolecule, 'stereoisomers'>): Describe<MolecularEntityLeaf> {
  const { inchikey, inchi, smiles, formula, properties } = molecule;
  return ({ url, publicUrl }) => ({
    '@type': 'MolecularEntity',
    '@id': `${url}#molecule`,
    name: name ?? formula,
    ...(names.length > 1 ? { alternateName: names.slice(1) } : {}),
    url,
    image: `${url}.svg`,
    inChIKey: inchikey,
    inChI: inchi,
    smiles,
    molecularFormula: formula,
    molecularWeight: `${properties.weight} g/mol`,
    monoisotopicMolecularWeight: `${properties.exactMass} g/mol`,
    subjectOf: posts.map((post) => ({ '@id': `${publicUrl}/blog/${post.slug}#post` })),
  });
}
