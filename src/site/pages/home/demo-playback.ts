export type Playback = {
  /** The step on screen, from 0. */
  step: number;
  playing: boolean;
  /** Incremented at every start of a step, so that each has its own timer. */
  run: number;
};

/** `finish`: the duration of the current step is over. */
export type PlaybackEvent = 'play' | 'toggle' | 'reset' | 'finish';

export type StepState = 'completed' | 'active' | 'upcoming';

export const initialPlayback: Playback = { step: 0, playing: false, run: 0 };

/** The state after `event` of a demo with `steps` steps, which loops (specification section 4). */
export function playbackReducer(state: Playback, event: PlaybackEvent, steps: number): Playback {
  switch (event) {
    case 'play':
      return { ...state, playing: true };
    case 'toggle':
      return { ...state, playing: !state.playing };
    case 'reset':
      return { step: 0, playing: false, run: state.run + 1 };
    case 'finish':
      return { ...state, step: (state.step + 1) % steps, run: state.run + 1 };
  }
}

export function stepState(step: number, current: number): StepState {
  if (step === current) return 'active';
  return step < current ? 'completed' : 'upcoming';
}
