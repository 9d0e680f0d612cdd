import { describe, expect, test } from 'vitest';
import {
  initialPlayback,
  type Playback,
  type PlaybackEvent,
  playbackReducer,
  stepState,
} from './demo-playback.ts';

const demoAfter = (events: PlaybackEvent[], from: Playback = initialPlayback) =>
  events.reduce((state, event) => playbackReducer(state, event, 5), from);

const finishes = (count: number) => Array<PlaybackEvent>(count).fill('finish');

describe('the demo', () => {
  test('goes through its steps in order and begins again after the last', () => {
    const visited = [0, 1, 2, 3, 4, 5, 6].map(
      (count) => demoAfter(['play', ...finishes(count)]).step,
    );
    expect(visited).toEqual([0, 1, 2, 3, 4, 0, 1]);
    expect(demoAfter(['play', ...finishes(5)]).playing).toBe(true);
  });

  test('pauses and goes on where it stood', () => {
    const paused = demoAfter(['play', 'finish', 'finish', 'toggle']);
    expect(paused).toMatchObject({ step: 2, playing: false });
    expect(demoAfter(['toggle'], paused)).toMatchObject({ step: 2, playing: true });
  });

  test.each([['playing'], ['paused']])(
    'reset returns to the first step and pauses (%s)',
    (mode) => {
      const toggle: PlaybackEvent[] = mode === 'paused' ? ['toggle'] : [];
      expect(demoAfter(['play', 'finish', 'finish', 'finish', ...toggle, 'reset'])).toMatchObject({
        step: 0,
        playing: false,
      });
    },
  );

  test('gives a step its whole time again after a reset, but not after a pause', () => {
    const playing = demoAfter(['play']);
    expect(demoAfter(['toggle', 'toggle'], playing).run).toBe(playing.run);
    expect(demoAfter(['reset'], playing).run).not.toBe(playing.run);
    expect(demoAfter(['finish'], playing).run).not.toBe(playing.run);
  });

  test('marks earlier steps as completed and the one on screen as active', () => {
    expect([0, 1, 2, 3, 4].map((step) => stepState(step, 2))).toEqual([
      'completed',
      'completed',
      'active',
      'upcoming',
      'upcoming',
    ]);
  });
});
