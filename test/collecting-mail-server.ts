import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/**
 * A real mail server on the loopback interface, for any test runner. It collects accepted messages.
 *
 * @param options may reject a connection, a recipient or a message
 */
export async function openMailServer(options: SMTPServerOptions = {}, port = 0) {
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
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const close = () => new Promise<void>((closed) => server.close(() => closed()));
  const address = server.server.address() as AddressInfo;
  /** Closes the connection of a session without a reply. */
  const hangUp = (session: string) => {
    for (const connection of server.connections) {
      if (connection.id === session) connection._socket.destroy();
    }
  };
  return { received, hangUp, close, url: `smtp://127.0.0.1:${address.port}` };
}
