import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { molecules } from '../../src/content/molecules.ts';
import { structures as committed } from '../../src/content/structures.ts';
import { STRUCTURES, type Structures, structures } from './structures.ts';

/** Taken from their entries in public databases. The last letters but one tell mirror images apart. */
const INCHI_KEYS = {
  osimertinib: 'DUYJMQONPNNFPI-UHFFFAOYSA-N',
  olaparib: 'FDLYAMZZIXQODN-UHFFFAOYSA-N',
  lapatinib: 'BCFGMOOMADDAQU-UHFFFAOYSA-N',
  gemcitabine: 'SDUQYLNIPVEERB-QPPQHZFASA-N',
  levodopa: 'WTDRDQBEARUVNC-LURJTMIESA-N',
  rasagiline: 'RUOKEQAAGRXIBM-GFCCVEGCSA-N',
  riluzole: 'FTALBRSUTCGOEG-UHFFFAOYSA-N',
  edaravone: 'QELUYTUMUWHWMC-UHFFFAOYSA-N',
};

/** Molecular weights as their labels print them, in g/mol. */
const WEIGHTS = {
  osimertinib: 499.6,
  olaparib: 434.5,
  lapatinib: 581.1,
  gemcitabine: 263.2,
  levodopa: 197.2,
  rasagiline: 171.2,
  riluzole: 234.2,
  edaravone: 174.2,
};

const root = join(import.meta.dirname, '../..');
const symbols = (drawings: string) => drawings.match(/<symbol.*<\/symbol>/g) ?? [];

describe('the structures on the site', () => {
  let drawn: Structures;
  beforeAll(async () => {
    drawn = await structures();
  });

  it.each(Object.entries(STRUCTURES))(
    'are what RDKit makes of the SMILES: %s (else run `npm run artwork`)',
    async (kind, path) => {
      expect(await readFile(join(root, path), 'utf8')).toBe(drawn[kind as keyof typeof STRUCTURES]);
    },
  );

  it.each(Object.entries(INCHI_KEYS))('show the medicine that is named: %s', (id, key) => {
    expect(drawn.inchiKeys.get(id)).toBe(key);
  });

  it.each(Object.entries(WEIGHTS))('weigh what the medicine weighs: %s', (id, weight) => {
    expect(Number(committed[id as keyof typeof WEIGHTS].weight.toFixed(1))).toBe(weight);
  });

  it('are drawn for every molecule that is described', () => {
    expect(Object.keys(committed)).toEqual(Object.keys(molecules));
    expect(symbols(drawn.drawings)).toHaveLength(Object.keys(molecules).length);
    for (const [id, molecule] of Object.entries(molecules)) expect(molecule.id).toBe(id);
  });

  it('have no colour, style or font of their own, and stay small', () => {
    const attributes = new Set(
      [...drawn.drawings.matchAll(/\s([\w:-]+)="/g)].map(([, attribute]) => attribute),
    );
    expect([...attributes].toSorted()).toEqual(
      [
        'aria-hidden',
        'd',
        'fill',
        'id',
        'stroke',
        'stroke-linecap',
        'stroke-linejoin',
        'stroke-width',
      ].concat('viewBox', 'xmlns'),
    );
    const fills = [...drawn.drawings.matchAll(/\s(?:fill|stroke)="([^"]*)"/g)].map(([, v]) => v);
    expect(new Set(fills)).toEqual(new Set(['none', 'currentColor']));
    for (const symbol of symbols(drawn.drawings)) {
      expect(symbol).not.toMatch(/NaN|Infinity|undefined/);
      expect(symbol.length).toBeLessThan(3500);
    }
  });
});
