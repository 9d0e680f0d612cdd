import { z } from '@hono/zod-openapi';
import { bearerToken, call, calls } from '../../../accounts/api/call.ts';
import { findSession } from '../../../accounts/sessions.ts';
import { instant, TOO_MANY } from '../../../server/http/common-schemas.ts';
import { unwrap } from '../../../server/http/error-responses.ts';
import { clientIp } from '../../../server/http/requests.ts';
import { countSearch } from '../../../server/limits/search-limit.ts';
import type { Site } from '../../../site.ts';
import { moleculePath } from '../../chemistry/chemistry.ts';
import { type FoundMolecule, MAX_QUERY_LENGTH, SEARCH_MODES, searchMolecules } from '../search.ts';

const moleculeSchema = z
  .object({
    inchikey: z.string(),
    name: z.string().nullable().meta({ description: 'What most posts call it' }),
    formula: z.string(),
    smiles: z.string(),
    path: z.string().meta({ description: 'Of its page; `.smi`, `.mol` and `.svg` follow it' }),
    match: z.enum(['same', 'stereoisomer', 'isotopologue', 'contains', 'named']),
    posts: z
      .array(z.object({ slug: z.string(), title: z.string(), date: instant }))
      .meta({ description: 'The newest public posts that show it, at most five' }),
    postCount: z.int().meta({ description: 'All public posts that show it' }),
    pages: z
      .array(z.object({ path: z.string(), title: z.string() }))
      .meta({ description: "The site's own pages that show it" }),
  })
  .meta({ id: 'FoundMolecule' });

const pageSchema = z
  .object({
    molecules: z.array(moleculeSchema),
    total: z.int().meta({ description: 'All that match' }),
    truncated: z.boolean().meta({
      description: 'Some of the candidates were not looked at: there are too many',
    }),
    examined: z.int().meta({ description: 'Candidates that were looked at, the smallest first' }),
    candidates: z.int().meta({ description: 'Molecules that may match' }),
  })
  .meta({ id: 'FoundMolecules' });

export function molecules(site: Site) {
  return calls([
    call({
      get: '/molecules/search',
      summary: 'The molecules of public posts, by their structure',
      description:
        'Best match first. It counts as a search of posts: a network may ask sixty times a minute; a valid bearer token, as often as it likes.',
      query: z.object({
        q: z.string().meta({
          description: `SMILES, SMARTS for a substructure, of at most ${MAX_QUERY_LENGTH} characters; or a name, a part of a name, an InChIKey or an InChI. Stereochemistry counts`,
        }),
        mode: z.enum(SEARCH_MODES).default('exact').meta({
          description:
            '`exact` also finds stereoisomers and isotopologues, after the same molecule',
        }),
        limit: z.coerce.number<number>().int().min(1).max(100).default(20),
        offset: z.coerce.number<number>().int().min(0).max(50_000).default(0),
      }),
      200: [pageSchema, 'What matches'],
      429: TOO_MANY,
    }).to(async ({ c, query: { limit, offset, ...wanted } }) => {
      const token = bearerToken(c.req.raw);
      const session = token === null ? null : await findSession(site, token);
      unwrap(countSearch(site, { ip: clientIp(c), isSignedIn: session !== null }));
      const found = unwrap(await searchMolecules(site, wanted));
      c.header('Cache-Control', 'no-cache');
      return {
        molecules: found.molecules.slice(offset, offset + limit).map(present),
        total: found.molecules.length,
        truncated: found.examined < found.candidates,
        examined: found.examined,
        candidates: found.candidates,
      };
    }),
  ]);
}

const MAX_POSTS = 5;

function present({ kind, posts, names: _names, inchi: _inchi, ...molecule }: FoundMolecule) {
  const path = moleculePath(molecule.inchikey);
  const newest = posts.slice(0, MAX_POSTS);
  return { ...molecule, path, match: kind, posts: newest, postCount: posts.length };
}
