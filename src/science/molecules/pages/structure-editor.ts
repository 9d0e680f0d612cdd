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
  const canvases = [...(host.firstElementChild?.shadowRoot?.querySelectorAll('canvas') ?? [])];
  allowCursorsOfTheBrowser(canvases);
  enlargeTools(canvases[0]);
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
function allowCursorsOfTheBrowser(canvases: readonly HTMLCanvasElement[]): void {
  for (const { style } of canvases)
    Object.defineProperty(style, 'cursor', { set: () => undefined });
}

/** The editor's tools are 21 pixels high, for a mouse, and in colours of their own. */
function enlargeTools(tools: HTMLCanvasElement | undefined): void {
  if (tools === undefined) return;
  const scale = matchMedia('(pointer: coarse)').matches ? 1.75 : 1.4;
  const { left, top, width } = tools.getBoundingClientRect();
  // A transform: the editor finds the tool by `offsetX`, which counts in pixels before it.
  Object.assign(tools.style, {
    flex: 'none',
    marginInlineEnd: `${width * (scale - 1)}px`,
    transform: `scale(${scale})`,
    transformOrigin: '0 0',
    filter: 'grayscale(1)',
    boxShadow: '1px 0 0 rgb(128 128 128 / 0.35)',
  });
  // The editor listens on the document, where the target is another element: the offset of this one is read before.
  tools.addEventListener('pointerup', (event) => {
    const { offsetX, offsetY } = event;
    Object.defineProperties(event, { offsetX: { value: offsetX }, offsetY: { value: offsetY } });
  });
  // As many pixels as are shown. That empties the canvas: a pointer at a tool and then outside has it drawn again.
  tools.width *= scale;
  tools.height *= scale;
  tools.getContext('2d')?.scale(scale, scale);
  for (const clientX of [left + width, left - 1]) {
    tools.dispatchEvent(new PointerEvent('pointermove', { clientX, clientY: top + 10 }));
  }
}
