import './drawing-board.css';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { StructureEditor } from './structure-editor.ts';

type DrawingBoardProps = {
  /** SMILES, or reaction SMILES, with which the drawing starts. */
  source: string;
  isReaction?: boolean;
  /** It was opened by the reader, who is to see it whole: the page scrolls to it. */
  isOpened?: boolean;
  /** Shown on the empty canvas. */
  hint?: ReactNode;
  onDraw: (source: string) => void;
};

/** A sheet to draw a structure or a reaction on, loaded when it is shown. */
export function DrawingBoard({
  source,
  isReaction = false,
  isOpened = false,
  hint,
  onDraw,
}: DrawingBoardProps) {
  const host = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const given = useEffectEvent(() => ({ source, isReaction }));
  const [isEmpty, setIsEmpty] = useState(source.trim() === '');
  const [tool, setTool] = useState<string | null>(null);
  const draw = useEffectEvent((drawn: string) => {
    setIsEmpty(drawn === '');
    onDraw(drawn);
  });
  const reveal = useEffectEvent((board: HTMLElement) => {
    if (isOpened) board.scrollIntoView({ block: 'nearest' });
  });

  useEffect(() => {
    let editor: StructureEditor | null = null;
    let isGone = false;
    import('./structure-editor.ts').then(
      ({ mountStructureEditor }) => {
        if (isGone || host.current === null) return;
        editor = mountStructureEditor(host.current, {
          ...given(),
          onDraw: (drawn) => draw(drawn),
          onPoint: setTool,
        });
        setState('ready');
        reveal(host.current);
      },
      () => setState('failed'),
    );
    return () => {
      isGone = true;
      editor?.destroy();
    };
  }, []);

  return (
    <div className="relative">
      <p aria-hidden="true" className="drawing-hint">
        {tool ?? (state === 'ready' && isEmpty ? hint : null)}
      </p>
      <div
        ref={host}
        role="application"
        aria-label={isReaction ? 'Drawing of the reaction' : 'Drawing of the structure'}
        className="drawing-board"
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
