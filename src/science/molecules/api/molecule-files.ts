import { type Context, Hono } from 'hono';
import { etag } from 'hono/etag';
import { SHARED } from '../../../server/http/cache/cache-control.ts';
import type { MoleculeProperties } from '../../chemistry/chemistry.ts';
import { drawPng } from '../../drawings/draw-png.ts';
import { standaloneDrawing } from '../../drawings/standalone-drawing.ts';
import type { PublicMolecule } from '../molecule-reading.ts';
import type { Molecules } from '../molecules.ts';

type MoleculeFileDeps = {
  services: { molecules: Pick<Molecules, 'publicMolecule' | 'drawMolecules'> };
  /** The site's origin, without a trailing slash. */
  publicUrl: string;
};

/** Pixels for each unit of a drawing: a bond is 26 units long. */
const ZOOM = 4;

const FILES = /^([A-Z]{14}-[A-Z]{10}-[A-Z](?:-\d{1,2})?)\.(smi|sdf|svg|png|json)$/i;

/** A molecule of public posts as files: for structure editors, other programs and pictures. */
export function createMoleculeFiles({ services, publicUrl }: MoleculeFileDeps) {
  async function draw({ molecule }: PublicMolecule): Promise<string> {
    const [svg] = await services.molecules.drawMolecules([molecule.molblock]);
    if (svg == null) throw new Error(`${molecule.inchikey} cannot be drawn`);
    return svg;
  }

  /** The files by their suffixes; text is in UTF-8. */
  const WRITERS: Record<
    string,
    { type: string; write: (found: PublicMolecule) => Promise<string | Uint8Array<ArrayBuffer>> }
  > = {
    smi: { type: 'chemical/x-daylight-smiles', write: async (found) => smiles(found) },
    sdf: { type: 'chemical/x-mdl-sdfile', write: async (found) => sdf(found, publicUrl) },
    json: { type: 'application/json', write: async (found) => json(found, publicUrl) },
    svg: {
      type: 'image/svg+xml',
      write: async (found) => standaloneDrawing(await draw(found), structureOf(found)),
    },
    png: { type: 'image/png', write: async (found) => drawPng(await draw(found), ZOOM) },
  };

  /** @returns null where no public post shows the molecule in the form that is asked for */
  async function find(key: string, smiles: string | undefined): Promise<PublicMolecule | null> {
    const found = await services.molecules.publicMolecule(key, smiles);
    const form = found?.forms.find((drawn) => smiles === undefined || drawn.smiles === smiles);
    if (found === null || form === undefined) return null;
    const { posts: _, ...drawn } = form;
    return { ...found, molecule: { ...found.molecule, ...drawn } };
  }

  async function respond(c: Context, key: string, suffix: string): Promise<Response> {
    const writer = WRITERS[suffix];
    const found = writer === undefined ? null : await find(key, c.req.query('form'));
    if (writer === undefined || found === null) {
      return c.text('There is nothing here.\n', 404, { 'Cache-Control': 'no-cache' });
    }
    const { address } = found;
    const isDownload = suffix === 'smi' || suffix === 'sdf';
    const isText = suffix !== 'png';
    return c.body(await writer.write(found), 200, {
      'Content-Type': isText ? `${writer.type}; charset=utf-8` : writer.type,
      'Content-Disposition': `${isDownload ? 'attachment' : 'inline'}; filename="${address}.${suffix}"`,
      'Cache-Control': SHARED,
      // Search engines should index the page instead.
      Link: `<${pageUrl(found, publicUrl)}>; rel="canonical"`,
    });
  }

  return new Hono().get(
    '/molecules/:file{[A-Za-z0-9-]+\\.(?:smi|sdf|svg|png|json)}',
    etag(),
    async (c) => {
      const [, key = '', suffix = ''] = FILES.exec(c.req.param('file')) ?? [];
      return respond(c, key, suffix.toLowerCase());
    },
  );
}

function pageUrl({ address }: PublicMolecule, publicUrl: string): string {
  return `${publicUrl}/molecules/${address.toLowerCase()}`;
}

/** The accessible name of a drawing. */
function structureOf({ name, molecule: { formula } }: PublicMolecule): string {
  return `Structure of ${name === null ? formula : `${name}, ${formula}`}`;
}

/** Makes one line: a name is a field of line-based formats. */
function titleOf({ name, molecule }: PublicMolecule): string {
  return (name ?? molecule.inchikey).replace(/\s+/g, ' ');
}

function smiles(found: PublicMolecule): string {
  return `${found.molecule.smiles} ${titleOf(found)}\n`;
}

/** BIOVIA CTfile formats: a molblock, its data items, and the end of the record. */
function sdf(found: PublicMolecule, publicUrl: string): string {
  const {
    molblock,
    inchi,
    inchikey,
    smiles: text,
    formula,
    properties,
    rdkitVersion,
  } = found.molecule;
  const [, ...rest] = molblock.replace(/\r\n?/g, '\n').trimEnd().split('\n');
  const data = {
    InChIKey: inchikey,
    InChI: inchi,
    SMILES: text,
    Formula: formula,
    ...rounded(properties),
    Program: `RDKit ${rdkitVersion}`,
    Source: pageUrl(found, publicUrl),
  };
  const items = Object.entries(data).map(([field, value]) => `> <${field}>\n${value}\n`);
  // The header's first line has at most 80 characters.
  return [titleOf(found).slice(0, 80), ...rest, ...items, '$$$$\n'].join('\n');
}

function json(found: PublicMolecule, publicUrl: string): string {
  const { molecule, names, forms, posts, pages, stereoisomers } = found;
  const {
    patternFingerprint: _,
    morganFingerprint: __,
    morganBits: ___,
    rdkitVersion,
    ...rest
  } = molecule;
  return JSON.stringify({
    ...rest,
    properties: rounded(rest.properties),
    names,
    computedBy: `RDKit ${rdkitVersion}`,
    url: pageUrl(found, publicUrl),
    posts: posts.map((post) => ({ ...post, url: `${publicUrl}/blog/${post.slug}` })),
    pages: pages.map(({ path, title }) => ({ title, url: `${publicUrl}${path}` })),
    forms: forms.map((form) => ({
      smiles: form.smiles,
      properties: rounded(form.properties),
      posts: form.posts.map(({ slug }) => `${publicUrl}/blog/${slug}`),
    })),
    stereoisomers: stereoisomers.map((other) => other.molecule.inchikey),
  });
}

/** Rounds to five decimals: the others are noise of binary fractions. */
function rounded(properties: MoleculeProperties): Record<string, number> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [name, Number(value.toFixed(5))]),
  );
}
