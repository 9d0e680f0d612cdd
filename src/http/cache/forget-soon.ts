const PAUSE_MS = 1_000;

/**
 * Makes a cache forget at most once a second: an import changes posts ten times as often, and readers meanwhile should not
 * wait for each page.
 *
 * @returns forgets at once if the last time is a second ago, else once it is
 */
export function forgetSoon(forget: () => void, pause = PAUSE_MS): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isWanted = false;

  function run(): void {
    isWanted = false;
    forget();
    timer = setTimeout(() => {
      timer = undefined;
      if (isWanted) run();
    }, pause).unref();
  }

  return () => {
    isWanted = true;
    if (timer === undefined) run();
  };
}
