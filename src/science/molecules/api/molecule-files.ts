import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { SHARED } from '../../../server/http/cache/cache-control.ts';
import type { Site } from '../../../site.ts';
import { moleculePath, plainFormula, type Structure } from '../../chemistry/chemistry.ts';
import { standaloneDrawing } from '../../drawings/draw-png.ts';
import { type PublicMolecule, publicMolecule } from '../molecules.ts';

type File = { type: string; write: (molecule: PublicMolecule, drawn: Structure) => string };

/** The files by their suffixes; text is in UTF-8. */
const FILES: Record<string, File> = {
  smi: {
    type: 'chemical/x-daylight-smiles',
    write: (molecule) => `${molecule.smiles} ${titleOf(molecule)}\n`,
  },
  mol: {
    type: 'chemical/x-mdl-molfile',
    write: (molecule, drawn) => {
      const [, ...lines] = (drawn.molecule?.molblock ?? '').trimEnd().split('\n');
      // The header's first line has at most 80 characters.
      return [titleOf(molecule).slice(0, 80), ...lines, ''].join('\n');
    },
  },
  svg: {
    type: 'image/svg+xml',
    write: ({ name, formula }, { svg }) => {
      const named = name === null ? '' : `${name}, `;
      return standaloneDrawing(svg, `Structure of ${named}${plainFormula(formula)}`);
    },
  },
};

/** Makes one line: a name is a field of line-based formats. */
function titleOf({ name, inchikey }: PublicMolecule): string {
  return (name ?? inchikey).replace(/\s+/g, ' ');
}

export function createMoleculeFiles(site: Site) {
  return new Hono().get('/molecules/:file{[A-Za-z0-9-]+\\.(?:smi|mol|svg)}', etag(), async (c) => {
    const [key = '', suffix = ''] = c.req.param('file').split('.');
    const file = FILES[suffix];
    const molecule = await publicMolecule(site, key);
    if (molecule === undefined || file === undefined) {
      return c.text('There is nothing here.\n', 404, { 'Cache-Control': 'no-cache' });
    }
    const { inchikey, smiles } = molecule;
    const drawn = await site.chemistry.draw({ format: 'smiles', source: smiles });
    if ('message' in drawn) throw new Error(`${inchikey} cannot be drawn`);
    return c.body(file.write(molecule, drawn), 200, {
      'Content-Type': `${file.type}; charset=utf-8`,
      'Content-Disposition': `${suffix === 'svg' ? 'inline' : 'attachment'}; filename="${inchikey}.${suffix}"`,
      'Cache-Control': SHARED,
      // Search engines should index the page instead.
      Link: `<${site.identity.url}${moleculePath(inchikey)}>; rel="canonical"`,
    });
  });
}
