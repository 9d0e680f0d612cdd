type Asked = { setting: 'PORT' | 'METRICS_PORT'; port: number; host: string };

/** Why a port cannot be listened on: one line that names the setting, or null for what is no setting's. */
export function describeListenFailure(
  error: unknown,
  { setting, port, host }: Asked,
): string | null {
  const { code = '' } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'EADDRINUSE':
      return `${setting} ${port} is in use by another program: set another one`;
    case 'EACCES':
      return `${setting} ${port} may not be used by this user: set another one, from 1024 on (${code})`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAFNOSUPPORT':
      return `HOST ${host} is no address of this machine (${code})`;
    default:
      return null;
  }
}
