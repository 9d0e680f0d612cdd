type Listening = { setting: 'PORT' | 'METRICS_PORT'; port: number; host: string };

/** One line that names the wrong setting, or null when the error has another cause. */
export function describeListenFailure(
  error: unknown,
  { setting, port, host }: Listening,
): string | null {
  const { code = '' } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'EADDRINUSE':
      return `${setting} ${port} is in use by another program. Choose another one`;
    case 'EACCES':
      return `${setting} ${port} cannot be used by this user. Choose one of 1024 or higher (${code})`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAFNOSUPPORT':
      return `HOST ${host} is not an address of this machine (${code})`;
    default:
      return null;
  }
}
