import { BusyError } from '../../failure.ts';

/** As often a render is tried again when the pool has too much to do. */
const MAX_ATTEMPTS = 5;

export async function unlessBusy<T>(render: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await render();
    } catch (error) {
      if (!(error instanceof BusyError) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}
