import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

type Service = { readonly url: string; readonly close: () => Promise<void> };

/**
 * Closes a service of this machine and holds its port: who connects is refused. Free, it would soon be that of a service, or a
 * browser, of another test, which answers. Gives what lets it go.
 */
export async function takeDown({ url, close }: Service): Promise<() => Promise<void>> {
  await close();
  const far = createServer().listen(0, '127.0.0.1');
  await once(far, 'listening');
  const { port: farPort } = far.address() as AddressInfo;
  // A port that a connection goes out from is nobody else's, and nobody listens there.
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
