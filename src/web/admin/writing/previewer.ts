import type { BodyPreview } from '../../../domain/posts/preview.ts';
import type { Answer } from '../api.ts';

/** A preview, and the text that it is of, as the text area had it. */
export type ShownPreview = BodyPreview & { content: string };

type Parts = {
  /** The text as it is now. */
  read: () => string;
  ask: (content: string) => Promise<Answer<BodyPreview>>;
  /** Null for an empty text. */
  onPreview: (preview: ShownPreview | null) => void;
  onFailure: (answer: Answer<BodyPreview> & { ok: false }) => void;
};

/**
 * Asks for previews of a text that changes: after a pause, never two at a time, and again when the text
 * has changed meanwhile.
 */
export function createPreviewer({ read, ask, onPreview, onFailure }: Parts) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isUnderWay = false;
  let isWanted = false;
  let isOver = false;

  async function refresh() {
    if (isUnderWay) {
      isWanted = true;
      return;
    }
    const content = read();
    if (content.trim() === '') {
      onPreview(null);
      return;
    }
    isUnderWay = true;
    const answer = await ask(content);
    isUnderWay = false;
    if (isOver) return;
    if (answer.ok) onPreview({ ...answer.value, content });
    else onFailure(answer);
    if (!isWanted) return;
    isWanted = false;
    void refresh();
  }

  return {
    /** The text has changed. */
    refreshAfter: (delay: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => void refresh(), delay);
    },
    stop: () => {
      isOver = true;
      clearTimeout(timer);
    },
  };
}
