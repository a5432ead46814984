import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

type Service = { readonly url: string; readonly close: () => Promise<void> };

/**
 * Stops a service of this machine and occupies its port, so that connections are refused. Otherwise a service or a
 * browser of another test may reuse the port and answer. Returns a function that frees the port.
 */
export async function takeDown({ url, close }: Service): Promise<() => Promise<void>> {
  await close();
  const far = createServer().listen(0, '127.0.0.1');
  await once(far, 'listening');
  const { port: farPort } = far.address() as AddressInfo;
  // An outgoing connection occupies its local port, and nothing listens there.
  const localPort = Number(new URL(url).port);
  const socket = connect({ port: farPort, host: '127.0.0.1', localAddress: '127.0.0.1', localPort });
  await once(socket, 'connect');
  return async () => {
    const closed = once(socket, 'close');
    socket.destroy();
    await closed;
    far.close();
  };
}
