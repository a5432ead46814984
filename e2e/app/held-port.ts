import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/**
 * Holds a port of this machine at which nobody is to answer: who connects is refused. Free, it would soon be that of a service, or
 * a browser, of another test. Gives what lets it go.
 */
export async function holdPort(port: number): Promise<() => Promise<void>> {
  const far = createServer().listen(0, '127.0.0.1');
  await once(far, 'listening');
  const { port: farPort } = far.address() as AddressInfo;
  // A port that a connection goes out from is nobody else's, and nobody listens there.
  const socket = connect({ port: farPort, host: '127.0.0.1', localAddress: '127.0.0.1', localPort: port });
  await once(socket, 'connect');
  return async () => {
    const closed = once(socket, 'close');
    socket.destroy();
    await closed;
    far.close();
  };
}
