import { type ReactNode, useId } from 'react';
import { createPortal } from 'react-dom';
import { stopPropagation, useModal } from './use-modal.ts';

type DialogProps = {
  title: string;
  /** Called by Escape. */
  onCancel: () => void;
  children: ReactNode;
};

/** A small modal dialog, open while it is rendered; also within a form. */
export function Dialog({ title, onCancel, children }: DialogProps) {
  const { dialog } = useModal();
  const titleId = useId();
  return createPortal(
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
      onSubmit={stopPropagation}
      onKeyDown={stopPropagation}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[min(28rem,calc(100vw-2rem))] overflow-y-auto rounded-card border border-line bg-paper p-6 text-ink backdrop:bg-paper/80 md:p-8"
    >
      <h2 id={titleId} className="display text-2xl [overflow-wrap:anywhere]">
        {title}
      </h2>
      {children}
    </dialog>,
    document.body,
  );
}
