const PAUSE_MS = 1_000;

/**
 * Makes a cache forget at most once a second: an import changes posts ten times as often, and no page would be cached
 * meanwhile.
 *
 * @returns forgets at once if it last did a second ago or earlier, else when a second has passed
 */
export function forgetSoon(forget: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isWanted = false;

  function run(): void {
    isWanted = false;
    forget();
    timer = setTimeout(() => {
      timer = undefined;
      if (isWanted) run();
    }, PAUSE_MS).unref();
  }

  return () => {
    isWanted = true;
    if (timer === undefined) run();
  };
}
