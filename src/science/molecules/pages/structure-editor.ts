import { CanvasEditor, Molecule, Reaction } from 'openchemlib';

export type StructureEditor = { destroy: () => void };

type StructureEditorOptions = {
  /** SMILES, or reaction SMILES. */
  source: string;
  isReaction: boolean;
  /** Called after each change that was drawn. */
  onDraw: (source: string) => void;
};

/**
 * Puts OpenChemLib's editor into an element. Its 1.1 MB are loaded with this module, which is imported when somebody
 * wants to draw.
 */
export function mountStructureEditor(
  host: HTMLElement,
  { source, isReaction, onDraw }: StructureEditorOptions,
): StructureEditor {
  const editor = new CanvasEditor(host, { initialMode: isReaction ? 'reaction' : 'molecule' });
  allowCursorsOfTheBrowser(host);
  show(editor, source, isReaction);
  editor.setOnChangeListener(({ type, isUserEvent }) => {
    if (!isUserEvent || type !== 'molecule') return;
    onDraw(isReaction ? editor.getReaction().toSmiles() : editor.getMolecule().toIsomericSmiles());
  });
  return { destroy: () => editor.destroy() };
}

/** What cannot be read starts with an empty sheet: the text stays as it is until something is drawn. */
function show(editor: CanvasEditor, source: string, isReaction: boolean): void {
  if (source.trim() === '') return;
  try {
    if (isReaction) editor.setReaction(Reaction.fromSmiles(source));
    else editor.setMolecule(Molecule.fromSmiles(source));
  } catch {
    editor.clearAll();
  }
}

/** The editor's own cursors are images in `data:` URLs, which the content policy does not allow. */
function allowCursorsOfTheBrowser(host: HTMLElement): void {
  const canvases = host.firstElementChild?.shadowRoot?.querySelectorAll('canvas') ?? [];
  for (const { style } of canvases)
    Object.defineProperty(style, 'cursor', { set: () => undefined });
}
