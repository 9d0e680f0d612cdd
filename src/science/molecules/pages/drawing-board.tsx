import './drawing-board.css';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { DrawingTools } from './drawing-tools.tsx';
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
  const editor = useRef<StructureEditor>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const [symbol, setSymbol] = useState<string | null>(null);
  const given = useEffectEvent(() => ({ source, isReaction }));
  const [isEmpty, setIsEmpty] = useState(source.trim() === '');
  const draw = useEffectEvent((drawn: string) => {
    setIsEmpty(drawn === '');
    onDraw(drawn);
  });
  const reveal = useEffectEvent((board: HTMLElement) => {
    if (isOpened) board.scrollIntoView({ block: 'nearest' });
  });

  useEffect(() => {
    let isGone = false;
    import('./structure-editor.ts').then(
      ({ mountStructureEditor }) => {
        if (isGone || host.current === null) return;
        editor.current = mountStructureEditor(host.current, {
          ...given(),
          onDraw: (drawn) => draw(drawn),
          onElement: setSymbol,
        });
        setState('ready');
        reveal(host.current);
      },
      () => setState('failed'),
    );
    return () => {
      isGone = true;
      editor.current?.destroy();
    };
  }, []);

  return (
    <div>
      <div className="drawing-frame">
        <DrawingTools
          isReaction={isReaction}
          disabled={state !== 'ready'}
          symbol={symbol}
          onUse={(place) => editor.current?.use(place)}
        />
        {hint !== undefined && state === 'ready' && isEmpty ? (
          <p aria-hidden="true" className="drawing-hint">
            {hint}
          </p>
        ) : null}
        <svg aria-hidden="true" className="absolute size-0">
          <filter id="ink" colorInterpolationFilters="sRGB">
            {['1 0 0', '0 1 0', '0 0 1'].map((channel) => (
              <feColorMatrix
                key={channel}
                in="SourceGraphic"
                values={`${`${channel} 0 0 `.repeat(3)}0 0 0 1 0`}
                result={channel}
              />
            ))}
            <feBlend in="1 0 0" in2="0 1 0" mode="darken" />
            <feBlend in2="0 0 1" mode="darken" />
          </filter>
        </svg>
        <div
          ref={host}
          role="application"
          aria-label={isReaction ? 'Drawing of the reaction' : 'Drawing of the structure'}
          className="drawing-board"
        />
      </div>
      <p role="status" className="mt-1.5 text-muted text-sm empty:hidden">
        {state === 'loading' ? 'Loading the drawing tools…' : null}
        {state === 'failed'
          ? 'The drawing tools could not be loaded. You can type SMILES instead.'
          : null}
      </p>
    </div>
  );
}
