/** A signal ends a process without its exit handlers, which stop the servers and remove the folders. */
export function exitOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => process.exit(1));
  }
}
