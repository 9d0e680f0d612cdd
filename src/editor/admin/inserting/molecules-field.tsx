import { PenLine, Plus } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { caller } from '../../../admin/caller.ts';
import type { molecules as moleculesApi } from '../../../science/molecules/api/molecules.ts';
import { DrawingBoard } from '../../../science/molecules/pages/drawing-board.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { useSearch } from '../writing/finder-dialog.tsx';

const api = caller<typeof moleculesApi>();

/** SMILES with what may follow it in bars, and the name. */
const LINE = /^(\S*(?:\s+\|[^|]*\|)?)\s?(.*)$/;

/** A line of molecules with a name and no SMILES. */
export const NAME_ALONE = /^ +\S/m;

const UNKNOWN_NAME = 'No molecule of this site has that name. Draw it, or paste its SMILES.';

type StructureFieldProps = { value: string; onChange: (value: string) => void };

export function MoleculesField({ value, onChange }: StructureFieldProps) {
  const lines = value.split('\n');
  return (
    <div className="space-y-5">
      {lines.map((line, at) => (
        <MoleculeField
          // biome-ignore lint/suspicious/noArrayIndexKey: a molecule is known by its position
          key={at}
          number={lines.length === 1 ? '' : ` ${at + 1}`}
          hint={at === 0 ? 'A name that the site knows fills in its structure.' : undefined}
          value={line}
          onChange={(changed) => onChange(lines.with(at, changed).join('\n'))}
        />
      ))}
      <Button variant="secondary" onClick={() => onChange(`${value}\n`)}>
        <Plus aria-hidden className="size-4" />
        Another molecule
      </Button>
    </div>
  );
}

type MoleculeFieldProps = StructureFieldProps & { number: string; hint: string | undefined };

function MoleculeField({ number, hint, value, onChange }: MoleculeFieldProps) {
  const [, smiles = '', name = ''] = LINE.exec(value) ?? [];
  const q = name.trim();
  const answer = useSearch(q, moleculesNamed);
  const known = answer?.found ?? [];
  const fillIn = useEffectEvent(() => {
    if (smiles === '') onChange(`${smilesOf(known, name)} ${name}`);
  });
  useEffect(() => {
    if (answer !== null) fillIn();
  }, [answer]);
  const listId = useId();
  const isUnknown = smiles === '' && q !== '' && q === answer?.q && !smilesOf(known, name);

  const [isDrawn, setDrawn] = useState(false);
  const draw = (drawn: string) => onChange(`${drawn.trim()} ${name}`);

  /** What an earlier name filled in goes with it. */
  function rename(typed: string) {
    const own = smiles === smilesOf(known, name) ? '' : smiles;
    onChange(`${own || smilesOf(known, typed)} ${typed}`);
  }

  return (
    <div className="space-y-3">
      <datalist id={listId}>
        {known.map(({ inchikey, name: of, formula }) => (
          <option key={inchikey} value={of ?? ''} label={formula} />
        ))}
      </datalist>
      <TextField
        label={`Name${number}`}
        hint={hint}
        error={isUnknown ? UNKNOWN_NAME : undefined}
        list={listId}
        autoComplete="off"
        value={name}
        onChange={({ target }) => rename(target.value)}
      />
      <TextField
        label={`SMILES${number}`}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={smiles}
        onChange={({ target }) => draw(target.value)}
      />
      <Button variant="secondary" aria-expanded={isDrawn} onClick={() => setDrawn(!isDrawn)}>
        <PenLine aria-hidden className="size-4" />
        {isDrawn ? 'Close drawing' : 'Draw'}
      </Button>
      {isDrawn ? <DrawingBoard source={smiles} isOpened onDraw={draw} /> : null}
    </div>
  );
}

type KnownMolecule = { inchikey: string; name: string | null; formula: string; smiles: string };

function smilesOf(known: readonly KnownMolecule[], typed: string): string {
  const name = typed.trim().toLowerCase();
  return known.find((each) => each.name?.toLowerCase() === name)?.smiles ?? '';
}

async function moleculesNamed(q: string): Promise<readonly KnownMolecule[] | undefined> {
  if (q.length < 2) return;
  const answer = await api('GET', '/molecules/search', { query: { q, limit: 8 } });
  if (answer.ok) return answer.value.molecules;
  return answer.failure.kind === 'rejected' ? [] : undefined;
}
