import { PenLine, Plus } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { caller } from '../../../admin/caller.ts';
import type { molecules as moleculesApi } from '../../../science/molecules/api/molecules.ts';
import { DrawingBoard } from '../../../science/molecules/pages/drawing-board.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';

const api = caller<typeof moleculesApi>();
const DEBOUNCE_MS = 200;

/** SMILES with what may follow it in bars, and the name. */
const LINE = /^(\S*(?:\s+\|[^|]*\|)?)\s?(.*)$/;

type StructureFieldProps = { value: string; onChange: (value: string) => void };

/** Molecules, one a line, by their names as far as the site knows them, by SMILES, or drawn. */
export function MoleculesField({ value, onChange }: StructureFieldProps) {
  const lines = value.split('\n');
  const [named, setNamed] = useState({ at: 0, name: '' });
  const known = useKnownMolecules(named.name.trim(), (found) => fill(found, named.at));
  const listId = useId();

  function change(at: number, smiles: string, name: string) {
    onChange(lines.with(at, `${smiles.trim()} ${name}`).join('\n'));
  }

  /** Gives a molecule the structure that its name has here, unless it has another. */
  function fill(found: readonly KnownMolecule[], at: number, typed = moleculeOf(lines[at]).name) {
    const { smiles } = moleculeOf(lines[at]);
    const same = found.find(({ name }) => name?.toLowerCase() === typed.trim().toLowerCase());
    const isOfName = smiles === '' || found.some((each) => each.smiles === smiles);
    change(at, same !== undefined && isOfName ? same.smiles : smiles, typed);
  }

  return (
    <div className="space-y-5">
      <datalist id={listId}>
        {known.map(({ inchikey, name, formula }) => (
          <option key={inchikey} value={name ?? ''} label={formula} />
        ))}
      </datalist>
      {lines.map((line, at) => {
        const { smiles, name } = moleculeOf(line);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a molecule is known by its position
          <div key={at} className="space-y-3">
            <TextField
              label={lines.length === 1 ? 'Name' : `Name ${at + 1}`}
              hint={at === 0 ? 'A name that the site knows fills in its structure.' : undefined}
              list={listId}
              autoComplete="off"
              value={name}
              onChange={({ target }) => {
                setNamed({ at, name: target.value });
                fill(known, at, target.value);
              }}
            />
            <DrawnField
              label={lines.length === 1 ? 'SMILES' : `SMILES ${at + 1}`}
              value={smiles}
              onChange={(drawn) => change(at, drawn, name)}
            />
          </div>
        );
      })}
      <Button variant="secondary" onClick={() => onChange(`${value}\n`)}>
        <Plus aria-hidden className="size-4" />
        Another molecule
      </Button>
    </div>
  );
}

export function ReactionField(props: StructureFieldProps) {
  return <DrawnField {...props} label="Reaction as SMILES" isReaction />;
}

type DrawnFieldProps = StructureFieldProps & { label: string; isReaction?: boolean };

/** SMILES to be typed or drawn. */
function DrawnField({ label, value, isReaction = false, onChange }: DrawnFieldProps) {
  const [isDrawn, setDrawn] = useState(false);
  return (
    <>
      <TextField
        label={label}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <Button variant="secondary" aria-expanded={isDrawn} onClick={() => setDrawn(!isDrawn)}>
        <PenLine aria-hidden className="size-4" />
        {isDrawn ? 'Close drawing' : 'Draw'}
      </Button>
      {isDrawn ? (
        <DrawingBoard source={value} isReaction={isReaction} isOpened onDraw={onChange} />
      ) : null}
    </>
  );
}

function moleculeOf(line = ''): { smiles: string; name: string } {
  const [, smiles = '', name = ''] = LINE.exec(line) ?? [];
  return { smiles, name };
}

type KnownMolecule = { inchikey: string; name: string | null; formula: string; smiles: string };

/** The molecules of public posts and of the site's pages that a name finds. */
function useKnownMolecules(
  q: string,
  onFound: (found: readonly KnownMolecule[]) => void,
): readonly KnownMolecule[] {
  const [found, setFound] = useState<readonly KnownMolecule[]>([]);
  const tell = useEffectEvent(onFound);
  useEffect(() => {
    if (q.length < 2) return;
    const left = new AbortController();
    const timer = setTimeout(async () => {
      const answer = await api('GET', '/molecules/search', { query: { q, limit: 8 } });
      if (!answer.ok || left.signal.aborted) return;
      setFound(answer.value.molecules);
      tell(answer.value.molecules);
    }, DEBOUNCE_MS);
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, [q]);
  return found;
}
