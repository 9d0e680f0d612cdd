import { type KeyboardEvent, useState } from 'react';
import type { Picture } from '../../../domain/media/pictures.ts';
import { Badge } from '../../ui/badge.tsx';
import { TextArea } from '../../ui/field.tsx';
import { type Refusal, refusalMessage } from '../api.ts';
import { describePicture } from './media-api.ts';
import { useAskBeforeClosing } from './use-ask-before-closing.ts';

/** As long as the server takes. */
export const ALT_LENGTH = 500;

type AltTextFieldProps = {
  picture: Picture;
  onSaved: (picture: Picture) => void;
  onRefused: (refusal: Refusal) => void;
};

type State = 'idle' | 'saving' | 'saved' | { problem: string };

/** The alternative text of a picture, saved when the field is left or on Enter. */
export function AltTextField({ picture, onSaved, onRefused }: AltTextFieldProps) {
  const [text, setText] = useState(picture.alt);
  const [state, setState] = useState<State>('idle');

  useAskBeforeClosing(text.trim() !== picture.alt);

  async function save() {
    const alt = text.trim();
    if (alt === picture.alt) return;
    setState('saving');
    const answer = await describePicture(picture.id, alt);
    if (answer.ok) {
      // What was typed meanwhile is not saved yet.
      setState((before) => (before === 'saving' ? 'saved' : before));
      onSaved(answer.value.picture);
      return;
    }
    setState({ problem: refusalMessage(answer.refusal, 'Not saved. Please try again.') });
    onRefused(answer.refusal);
  }

  function saveOnEnter(event: KeyboardEvent) {
    // An input method's Enter chooses a word.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void save();
  }

  const problem = typeof state === 'object' ? state.problem : undefined;
  return (
    <TextArea
      label="Alternative text"
      rows={2}
      maxLength={ALT_LENGTH}
      className="field-sizing-content max-h-36 min-h-16 resize-none text-sm"
      value={text}
      error={problem}
      hint={
        <span role="status" className="block min-h-6 text-xs">
          {state === 'saving' ? 'Saving…' : null}
          {state === 'saved' ? 'Saved' : null}
          {state === 'idle' && picture.alt === '' ? (
            <Badge tone="amber">No alternative text</Badge>
          ) : null}
        </span>
      }
      onChange={(event) => {
        setText(event.target.value);
        setState('idle');
      }}
      onKeyDown={saveOnEnter}
      onBlur={() => void save()}
    />
  );
}
