import { CanvasEditor, Molecule, Reaction } from 'openchemlib';
import { dressAtomDialog } from './atom-dialog.ts';

export type StructureEditor = {
  /** Chooses a tool of the editor, or does at once what it is for. */
  use: (tool: ToolPlace) => void;
  destroy: () => void;
};

type StructureEditorOptions = {
  /** SMILES, or reaction SMILES. */
  source: string;
  isReaction: boolean;
  /** Called after each change that was drawn. */
  onDraw: (source: string) => void;
  /** Called with the symbol of the other element that was chosen. */
  onElement: (symbol: string) => void;
};

/**
 * Puts OpenChemLib's editor into an element. Its 1.1 MB are loaded with this module, which is imported when somebody
 * wants to draw.
 */
export function mountStructureEditor(
  host: HTMLElement,
  { source, isReaction, onDraw, onElement }: StructureEditorOptions,
): StructureEditor {
  const editor = new CanvasEditor(host, { initialMode: isReaction ? 'reaction' : 'molecule' });
  const root = host.firstElementChild?.shadowRoot;
  const [tools, sheet] = root?.querySelectorAll('canvas') ?? [];
  if (!root || !tools || !sheet) throw new Error('The editor has no canvases');
  let opener: Element | null = null;
  dressAtomDialog(root, onElement, () => {
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  });
  // The editor's own tools are one picture, which has no names and takes no keys.
  tools.style.display = 'none';
  allowCursorsOfTheBrowser([tools, sheet]);
  // A finger draws on the sheet, and scrolls the page beside it.
  sheet.style.touchAction = 'none';
  show(editor, source, isReaction);
  editor.setOnChangeListener(({ type, isUserEvent }) => {
    if (!isUserEvent || type !== 'molecule') return;
    onDraw(isReaction ? editor.getReaction().toSmiles() : editor.getMolecule().toIsomericSmiles());
  });
  return {
    use: (tool) => {
      opener = document.activeElement;
      press(tools, tool);
    },
    destroy: () => editor.destroy(),
  };
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
function allowCursorsOfTheBrowser(canvases: readonly HTMLCanvasElement[]): void {
  for (const { style } of canvases)
    Object.defineProperty(style, 'cursor', { set: () => undefined });
}

/** Where a tool is in the editor's picture of them, by column and row. */
export type ToolPlace = readonly [column: number, row: number];

/** Pixels of that picture: squares within a border. */
const TOOL = 21;
const BORDER = 2;

/** No pointer of a browser has it, so that the editor does not take it for the one that draws. */
const POINTER_ID = -2;

/** The editor has no command for its tools: it knows them by where its picture is pressed. */
function press(tools: HTMLCanvasElement, place: ToolPlace): void {
  const [x, y] = place.map((at) => BORDER + (at + 0.5) * TOOL);
  for (const type of ['pointerdown', 'pointerup']) {
    const event = new PointerEvent(type, { pointerId: POINTER_ID, bubbles: true, composed: true });
    Object.defineProperties(event, { offsetX: { value: x }, offsetY: { value: y } });
    tools.dispatchEvent(event);
  }
}
