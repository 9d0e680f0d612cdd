import type { Log, MainModule } from '@rdkit/rdkit';

export type Rdkit = {
  module: MainModule;
  log: Log;
};

/**
 * Loads RDKit at the first call: 130 ms and 68 MB. Returns null when the work failed within RDKit.
 * After a trap every later call fails, so the instance is discarded, and the next call has a fresh
 * one.
 */
export function createRdkitInstance() {
  let loading: Promise<Rdkit> | undefined;
  return async function use<T>(work: (rdkit: Rdkit) => T): Promise<T | null> {
    loading ??= loadRdkit();
    const own = loading;
    const rdkit = await own;
    // Another call that waited for the same instance may have broken it.
    if (loading !== own) return use(work);
    try {
      rdkit.log.clear_buffer();
      return work(rdkit);
    } catch (error) {
      if (!isOfWebAssembly(error)) throw error;
      loading = undefined;
      return null;
    }
  };
}

/** A trap, an exception of C++, or the error of a handle that could not be deleted after one of them. */
function isOfWebAssembly(error: unknown): boolean {
  return (
    error instanceof WebAssembly.RuntimeError ||
    error instanceof WebAssembly.Exception ||
    (error instanceof Error && /^(BindingError|SuppressedError)$/.test(error.name))
  );
}

async function loadRdkit(): Promise<Rdkit> {
  const { default: initialize } = await import('@rdkit/rdkit');
  const silent = () => undefined;
  // InChI prints warnings.
  const module = await initialize({ print: silent, printErr: silent });
  const log = module.set_log_capture('rdApp.error');
  if (log === null) throw new Error('RDKit has no log of errors');
  return { module, log };
}
