import { type Context, Hono } from 'hono';
import { etag } from 'hono/etag';
import { SHARED } from '../../../server/http/cache/cache-control.ts';
import type { Site } from '../../../site.ts';
import { standaloneDrawing } from '../../drawings/standalone-drawing.ts';
import { type PublicMolecule, publicMolecule } from '../molecule-reading.ts';
import { drawMolecules } from '../molecules.ts';

const FILES = /^([A-Z]{14}-[A-Z]{10}-[A-Z])\.(smi|mol|svg)$/i;

/** A molecule of public posts as files: for structure editors, other programs and pictures. */
export function createMoleculeFiles(site: Site) {
  async function draw({ molecule }: PublicMolecule): Promise<string> {
    const [svg] = await drawMolecules(site, [molecule.molblock]);
    if (svg == null) throw new Error(`${molecule.inchikey} cannot be drawn`);
    return svg;
  }

  /** The files by their suffixes; text is in UTF-8. */
  const WRITERS: Record<
    string,
    { type: string; write: (found: PublicMolecule) => Promise<string> }
  > = {
    smi: { type: 'chemical/x-daylight-smiles', write: async (found) => smiles(found) },
    mol: { type: 'chemical/x-mdl-molfile', write: async (found) => molfile(found) },
    svg: {
      type: 'image/svg+xml',
      write: async (found) => standaloneDrawing(await draw(found), structureOf(found)),
    },
  };

  async function respond(c: Context, key: string, suffix: string): Promise<Response> {
    const writer = WRITERS[suffix];
    const found = writer === undefined ? null : await publicMolecule(site, key);
    if (writer === undefined || found === null) {
      return c.text('There is nothing here.\n', 404, { 'Cache-Control': 'no-cache' });
    }
    const { inchikey } = found.molecule;
    return c.body(await writer.write(found), 200, {
      'Content-Type': `${writer.type}; charset=utf-8`,
      'Content-Disposition': `${suffix === 'svg' ? 'inline' : 'attachment'}; filename="${inchikey}.${suffix}"`,
      'Cache-Control': SHARED,
      // Search engines should index the page instead.
      Link: `<${pageUrl(found, site.identity.url)}>; rel="canonical"`,
    });
  }

  return new Hono().get('/molecules/:file{[A-Za-z0-9-]+\\.(?:smi|mol|svg)}', etag(), async (c) => {
    const [, key = '', suffix = ''] = FILES.exec(c.req.param('file')) ?? [];
    return respond(c, key, suffix.toLowerCase());
  });
}

function pageUrl({ molecule: { inchikey } }: PublicMolecule, url: string): string {
  return `${url}/molecules/${inchikey.toLowerCase()}`;
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

/** The header's first line has at most 80 characters. */
function molfile(found: PublicMolecule): string {
  const [, ...rest] = found.molecule.molblock.replace(/\r\n?/g, '\n').trimEnd().split('\n');
  return [titleOf(found).slice(0, 80), ...rest, ''].join('\n');
}
