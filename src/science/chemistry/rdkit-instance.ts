import type { Log, MainModule } from '@rdkit/rdkit';

export type Rdkit = {
  module: MainModule;
  /** What RDKit logs as errors; cleared before each use. */
  log: Log;
};

type RdkitInstance = {
  /**
   * Runs synchronous work with RDKit, which is loaded at the first call: 130 ms and 68 MB.
   *
   * @returns null when the work failed within RDKit. After a trap every later call fails, so the instance is
   *   discarded, and the next call has a fresh one
   */
  use<T>(work: (rdkit: Rdkit) => T): Promise<T | null>;
};

type Loaded = Rdkit & { isDiscarded: boolean };

export function createRdkitInstance(): RdkitInstance {
  let loading: Promise<Loaded> | undefined;

  function load(): Promise<Loaded> {
    loading ??= loadRdkit();
    return loading;
  }

  function discard(loaded: Loaded): void {
    loaded.isDiscarded = true;
    loading = undefined;
  }

  async function use<T>(work: (rdkit: Rdkit) => T): Promise<T | null> {
    let loaded = await load();
    // Another call that waited for the same instance may have broken it.
    while (loaded.isDiscarded) loaded = await load();
    try {
      loaded.log.clear_buffer();
      return work(loaded);
    } catch (error) {
      if (!isOfWebAssembly(error)) throw error;
      discard(loaded);
      return null;
    }
  }

  return { use };
}

/** A trap, an exception of C++, or the error of a handle that could not be deleted after one of them. */
function isOfWebAssembly(error: unknown): boolean {
  return (
    error instanceof WebAssembly.RuntimeError ||
    error instanceof WebAssembly.Exception ||
    (error instanceof Error && /^(BindingError|SuppressedError)$/.test(error.name))
  );
}

async function loadRdkit(): Promise<Loaded> {
  const { default: initialize } = await import('@rdkit/rdkit');
  const silent = () => undefined;
  // InChI prints warnings.
  const module = await initialize({ print: silent, printErr: silent });
  const log = module.set_log_capture('rdApp.error');
  if (log === null) throw new Error('RDKit has no log of errors');
  return { module, log, isDiscarded: false };
}
