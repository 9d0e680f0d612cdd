import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';

/**
 * A real mail server on the loopback interface, for one test. It collects accepted messages.
 *
 * @param options may reject a connection, a recipient or a message
 */
export async function startMailServer(options: SMTPServerOptions = {}) {
  const received: ParsedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      void buffer(stream)
        .then((source) => simpleParser(source))
        .then((mail) => received.push(mail))
        .then(() => done());
    },
    ...options,
  });
  // A client that disconnects is no failure of a test.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  onTestFinished(() => new Promise<void>((closed) => server.close(() => closed())));
  const { port } = server.server.address() as AddressInfo;
  /** Closes the connection of a session without a reply. */
  const hangUp = (session: string) => {
    for (const connection of server.connections) {
      if (connection.id === session) connection._socket.destroy();
    }
  };
  return { received, hangUp, url: `smtp://127.0.0.1:${port}` };
}

/** A negative reply of a mail server; 4xx is transient, 5xx permanent. */
export function smtpError(message: string, responseCode: number): Error {
  return Object.assign(new Error(message), { responseCode });
}
