import './drawing-board.css';
import type { CanvasEditor } from 'openchemlib';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

type DrawingBoardProps = {
  source: string;
  /** It was opened by the reader, who is to see it whole: the page scrolls to it. */
  isOpened?: boolean;
  onDraw: (source: string) => void;
};

/** Its 1.1 MB are loaded when it is shown. */
export function DrawingBoard({ source, isOpened, onDraw }: DrawingBoardProps) {
  const host = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');

  const mount = useEffectEvent((openchemlib: typeof import('openchemlib'), board: HTMLElement) => {
    const { CanvasEditor, Molecule } = openchemlib;
    const editor = new CanvasEditor(board, { initialMode: 'molecule' });
    prepareCanvases(board);
    try {
      if (source.trim() === '') editor.clearAll();
      else editor.setMolecule(Molecule.fromSmiles(source));
    } catch {
      // What cannot be read stays as it is until something is drawn.
      editor.clearAll();
    }
    editor.setOnChangeListener(({ type, isUserEvent }) => {
      if (isUserEvent && type === 'molecule') tell(editor);
    });
    if (isOpened) board.scrollIntoView({ block: 'nearest' });
    return editor;
  });
  const tell = useEffectEvent((editor: CanvasEditor) => {
    onDraw(editor.getMolecule().toIsomericSmiles());
  });

  useEffect(() => {
    let isGone = false;
    let editor: CanvasEditor | undefined;
    import('openchemlib').then(
      (openchemlib) => {
        if (isGone || host.current === null) return;
        editor = mount(openchemlib, host.current);
        setState('ready');
      },
      () => setState('failed'),
    );
    return () => {
      isGone = true;
      editor?.destroy();
    };
  }, []);

  return (
    <div>
      <div
        ref={host}
        role="application"
        aria-label="Drawing of the structure"
        // The tools of the editor are 22.5rem high.
        className="drawing-board h-104 overflow-hidden rounded-card border border-line bg-[#fff]"
      />
      <p role="status" className="mt-1.5 text-muted text-sm empty:hidden">
        {state === 'loading' ? 'Loading the drawing tools…' : null}
        {state === 'failed'
          ? 'The drawing tools could not be loaded. You can type SMILES instead.'
          : null}
      </p>
    </div>
  );
}

function prepareCanvases(board: HTMLElement): void {
  for (const { style } of board.firstElementChild?.shadowRoot?.querySelectorAll('canvas') ?? []) {
    // A finger draws on the sheet, and scrolls the page beside it.
    style.touchAction = 'none';
    // The editor's own cursors are images in `data:` URLs, which the content policy does not allow.
    Object.defineProperty(style, 'cursor', { set: () => undefined });
  }
}
