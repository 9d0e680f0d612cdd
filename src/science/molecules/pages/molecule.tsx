import { data } from 'react-router';
import type { MolecularEntityLeaf } from 'schema-dts';
import { molecule as labels, search } from '../../../content/molecule-pages.ts';
import { molecules } from '../../../content/molecules.ts';
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
import { moleculePath, plainFormula, type Structure } from '../../chemistry/chemistry.ts';
import { type PublicMolecule, publicMolecule } from '../molecules.ts';
import { MAX_QUERY_LENGTH } from '../search.ts';
import type { Route } from './+types/molecule.ts';
import { Drawing, Formula } from './card.tsx';
import { COPY_SCRIPT, Files, Identifiers, Properties } from './molecule-data.tsx';
import { searchPath } from './search-form.tsx';

export const handle = { hydrate: false, inlineScript: COPY_SCRIPT } satisfies PageHandle;

export async function loader({ params, context }: Route.LoaderArgs) {
  const { site } = context.get(pageContext);
  const molecule = await publicMolecule(site, params.inchikey);
  if (molecule === undefined) return data({ found: null }, 404);
  const drawn = await site.chemistry.draw({ format: 'smiles', source: molecule.smiles });
  if ('message' in drawn) throw new Error(`${molecule.inchikey} cannot be drawn`);
  const { svg, computed } = drawn;
  const isSearchable = molecule.smiles.length <= MAX_QUERY_LENGTH;
  return data({ found: { molecule, svg, computed, isSearchable } });
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const found = loaderData?.found ?? null;
  if (found === null) return privateMeta(labels.notFound.title);
  const { name, names, inchikey } = found.molecule;
  const formula = plainFormula(found.molecule.formula);
  const title = name ?? formula;
  const seo = {
    title: `${title} | ${site.name}`,
    description: labels.description
      .replace('{name}', () => title)
      .replace('{formula}', () => formula),
    keywords: [...names, formula, inchikey],
    canonical: moleculePath(inchikey),
  };
  return pageMeta(seo, {
    publicUrl: publicUrlFrom(matches),
    jsonLd: import.meta.env.SSR ? [molecularEntity(found.molecule, found.computed)] : [],
  });
};

/** Printed, it leaves room for everything else on one sheet. */
const PORTRAIT =
  'min-h-72 rounded-card border border-line bg-surface p-5 *:max-h-96 lg:min-h-104 print:min-h-0 print:*:max-h-[36mm]';

export default function MoleculePage({ loaderData: { found } }: Route.ComponentProps) {
  if (found === null) {
    const { title, message } = labels.notFound;
    return (
      <NotFoundScreen title={title} text={message}>
        <p className="mt-8">
          <BackLink {...search.all} />
        </p>
      </NotFoundScreen>
    );
  }
  const { molecule, svg, computed, isSearchable } = found;
  const { name, names, formula, smiles, posts, pages } = molecule;
  const plain = plainFormula(formula);
  const label = name === null ? plain : `${name}, ${plain}`;
  return (
    <div className="page grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-12 pt-28 pb-8 md:pt-36 lg:grid-cols-12 lg:grid-rows-[auto_1fr] lg:max-[75rem]:[&_.found-post]:grid-cols-[minmax(0,1fr)]">
      <div className="lg:col-span-7">
        <p data-screen-only="" className="mb-4">
          <BackLink {...search.all} />
        </p>
        <h1 dir="auto" className="display break-words text-4xl">
          {name ?? <Formula text={formula} />}
        </h1>
        <p className="mt-5 max-w-2xl text-balance text-lg text-muted leading-relaxed">
          <Unbroken text={roleOf(molecule) ?? leadOf(computed)} />
        </p>
        {names.length > 1 ? (
          <p className="mt-4 text-muted">
            {labels.names} {names.slice(1).join(', ')}
          </p>
        ) : null}
        <Drawing
          svg={svg}
          label={labels.drawing.replace('{name}', () => label)}
          className={`mt-8 ${PORTRAIT}`}
          scale={2}
        />
        {!isSearchable ? null : (
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
        )}
      </div>
      <div className="grid content-start gap-10 lg:col-span-5 lg:row-span-2 lg:[&>:first-child>h2]:pt-[calc((2.75rem-1lh)/2)]">
        <Properties formula={formula} computed={computed} />
        <Identifiers {...molecule} />
        <Files {...molecule} />
      </div>
      <div className="grid content-start gap-12 lg:col-span-7">
        {posts.length === 0 ? null : (
          <section>
            <h2 className="display text-2xl">{labels.posts}</h2>
            <DatedPosts posts={posts} />
          </section>
        )}
        {pages.length === 0 ? null : (
          <section>
            <h2 className="display text-2xl">{labels.pages}</h2>
            <ul className="mt-4 border-line border-t">
              {pages.map(({ path, title }) => (
                <li key={path} className="border-line border-b py-4">
                  <Link to={path} className="-my-3 hover:text-teal block py-3 font-medium">
                    {title}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </div>
  );
}

function roleOf({ names, pages }: PublicMolecule): string | undefined {
  if (pages.length === 0) return undefined;
  return Object.values(molecules).find(({ name }) => names.includes(name))?.role;
}

function leadOf(computed: Structure['computed']): string {
  const { heavyAtoms = 0, weight = 0 } = computed?.properties ?? {};
  return labels.lead
    .replace('{atoms}', heavyAtoms === 1 ? '1 heavy atom' : `${heavyAtoms} heavy atoms`)
    .replace('{weight}', weight.toFixed(2));
}

function molecularEntity(
  { inchikey, inchi, smiles, formula, name, names, posts }: PublicMolecule,
  computed: Structure['computed'],
): Describe<MolecularEntityLeaf> {
  return ({ url, publicUrl }) => ({
    '@type': 'MolecularEntity',
    '@id': `${url}#molecule`,
    name: name ?? plainFormula(formula),
    ...(names.length > 1 ? { alternateName: names.slice(1) } : {}),
    url,
    image: `${url}.svg`,
    inChIKey: inchikey,
    inChI: inchi,
    smiles,
    molecularFormula: formula,
    molecularWeight: `${computed?.properties.weight} g/mol`,
    monoisotopicMolecularWeight: `${computed?.properties.exactMass} g/mol`,
    subjectOf: posts.map((post) => ({ '@id': `${publicUrl}/blog/${post.slug}#post` })),
  });
}
