import { CanvasEditor, Molecule, Reaction } from 'openchemlib';

export type StructureEditor = { destroy: () => void };

type StructureEditorOptions = {
  /** SMILES, or reaction SMILES. */
  source: string;
  isReaction: boolean;
  /** Called after each change that was drawn. */
  onDraw: (source: string) => void;
  /** Called with the name of the tool under the pointer; null for none. */
  onPoint: (tool: string | null) => void;
};

/**
 * Puts OpenChemLib's editor into an element. Its 1.1 MB are loaded with this module, which is imported when somebody
 * wants to draw.
 */
export function mountStructureEditor(
  host: HTMLElement,
  { source, isReaction, onDraw, onPoint }: StructureEditorOptions,
): StructureEditor {
  const editor = new CanvasEditor(host, { initialMode: isReaction ? 'reaction' : 'molecule' });
  const board = host.firstElementChild as HTMLElement | null;
  const canvases = [...(board?.shadowRoot?.querySelectorAll('canvas') ?? [])];
  allowCursorsOfTheBrowser(canvases);
  enlargeTools(canvases[0], isReaction);
  nameTools(canvases[0], onPoint);
  canvases[0]?.after(tintFilter());
  if (board !== null) divideSheet(board, canvases[1]?.parentElement);
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

/** Pixels of the editor: its tools are squares in two columns within a border. */
const TOOL = 21;
const BORDER = 2;
/** Where the tools are, by row and column, that the editor has disabled: numbers of atoms of a reaction, and text. */
const MAP = [2, 1] as const;
const TEXT = [4, 1] as const;
/** The padding around the tools, in pixels. */
const PADDING = 8;

/** The editor's tools are for a mouse, and in colours of their own. */
function enlargeTools(tools: HTMLCanvasElement | undefined, isReaction: boolean): void {
  if (tools === undefined) return;
  const scale = (matchMedia('(pointer: coarse)').matches ? 44 : 34) / TOOL;
  const { width, height } = tools.getBoundingClientRect();
  const holes = (isReaction ? [TEXT] : [MAP, TEXT]).map(([row, column]) => {
    return `M${BORDER + column * TOOL} ${BORDER + row * TOOL}h${TOOL}v${TOOL}h-${TOOL}z`;
  });
  // A transform: the editor finds the tool by `offsetX`, which counts in pixels before it.
  Object.assign(tools.style, {
    flex: 'none',
    margin: `${PADDING}px`,
    marginInlineEnd: `${width * (scale - 1) + PADDING}px`,
    transform: `scale(${scale})`,
    transformOrigin: '0 0',
    filter: `grayscale(1) url(#${TINT})`,
    clipPath: `path(evenodd, "M0 0H${width}V${height}H0z${holes.join('')}")`,
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
  const { left, top } = tools.getBoundingClientRect();
  for (const clientX of [left + width, left - 1]) {
    tools.dispatchEvent(new PointerEvent('pointermove', { clientX, clientY: top + 10 }));
  }
}

/** The editor draws its tools as one picture. By column, from above; the disabled ones have no name. */
const TOOL_NAMES = [
  ['Clear', 'Tidy up', 'Select', 'Unknown stereocentre', 'Erase', 'Bond', 'Wedge', '3-ring']
    .concat(['5-ring', '7-ring', 'Positive charge', 'Carbon', 'Nitrogen', 'Oxygen', 'Fluorine'])
    .concat(['Bromine', 'Hydrogen']),
  ['Undo', 'Zoom and turn', '', 'Stereo group: absolute, and, or', '', 'Chain', 'Hash', '4-ring']
    .concat(['6-ring', 'Benzene ring', 'Negative charge', 'Silicon', 'Phosphorus', 'Sulfur'])
    .concat(['Chlorine', 'Iodine', 'Another element']),
];

/** A finger leaves the tool that it has chosen: its name stays. */
function nameTools(
  tools: HTMLCanvasElement | undefined,
  onPoint: StructureEditorOptions['onPoint'],
): void {
  const point = ({ offsetX, offsetY }: PointerEvent) => {
    const [column, row] = [offsetX, offsetY].map((at) => Math.floor((at - BORDER) / TOOL));
    onPoint(TOOL_NAMES[column ?? -1]?.[row ?? -1] || null);
  };
  tools?.addEventListener('pointerdown', point);
  tools?.addEventListener('pointermove', point);
  tools?.addEventListener('pointerleave', ({ pointerType }) => {
    if (pointerType === 'mouse') onPoint(null);
  });
}

const TINT = 'tint';
/**
 * What black, four greys and white become. The tool under the pointer is on the second lightest grey, and the one in
 * use on the lightest: they are shown on two shades of teal.
 */
const TINTS = { R: '.04 .2 .4 .87 .72 1', G: '.1 .2 .4 .94 .88 1', B: '.14 .2 .4 .93 .86 1' };

function tintFilter(): SVGElement {
  const channels = Object.entries(TINTS).map(([channel, tableValues]) =>
    createSvg(`feFunc${channel}`, { type: 'table', tableValues }),
  );
  const transfer = createSvg('feComponentTransfer', {}, channels);
  const filter = createSvg('filter', { id: TINT, 'color-interpolation-filters': 'sRGB' }, [
    transfer,
  ]);
  const svg = createSvg('svg', { width: '0', height: '0' }, [filter]);
  svg.style.position = 'absolute';
  return svg;
}

function createSvg(name: string, attributes: Record<string, string>, children: SVGElement[] = []) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name) as SVGElement;
  for (const [attribute, value] of Object.entries(attributes)) {
    element.setAttribute(attribute, value);
  }
  element.append(...children);
  return element;
}

/** A finger draws on the sheet, and scrolls the page by the tools, since the sheet may fill the window. */
function divideSheet(board: HTMLElement, sheet: HTMLElement | null | undefined): void {
  board.style.touchAction = 'pan-y';
  if (!sheet) return;
  sheet.style.touchAction = 'none';
  sheet.style.borderInlineStart = '1px solid rgb(128 128 128 / 0.35)';
}
