/** Where the demo stands. */
export type Playback = {
  /** The step on screen, from 0. */
  step: number;
  playing: boolean;
  /** Counts every start of a step, so that each has a clock of its own. */
  turn: number;
};

/** `finish`: the time of the step on screen is up. */
export type PlaybackEvent = 'play' | 'toggle' | 'reset' | 'finish';

export type StepState = 'completed' | 'active' | 'upcoming';

export const atRest: Playback = { step: 0, playing: false, turn: 0 };

/** The demo after `event`, with `steps` steps; after the last comes the first (section 4). */
export function playback(state: Playback, event: PlaybackEvent, steps: number): Playback {
  switch (event) {
    case 'play':
      return { ...state, playing: true };
    case 'toggle':
      return { ...state, playing: !state.playing };
    case 'reset':
      return { step: 0, playing: false, turn: state.turn + 1 };
    case 'finish':
      return { ...state, step: (state.step + 1) % steps, turn: state.turn + 1 };
  }
}

/** How `step` stands when `current` is on screen. */
export function stepState(step: number, current: number): StepState {
  if (step === current) return 'active';
  return step < current ? 'completed' : 'upcoming';
}
