import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port of this machine that records TCP connections and UDP datagrams. */
export type Trap = {
  readonly port: number;
  /** The records so far: `tcp` or `udp`, with the first line of the data. */
  readonly caught: () => readonly string[];
  readonly close: () => Promise<void>;
};

export async function setTrap(): Promise<Trap> {
  const caught: string[] = [];
  const server = createServer((socket) => {
    const at = caught.push('tcp') - 1;
    socket.once('data', (data) => {
      caught[at] = `tcp ${data.toString('latin1').split('\r\n')[0]?.slice(0, 80)}`;
    });
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The trap has no port.');
  const { port } = bound;
  const socket = createSocket('udp4', (message) => caught.push(`udp ${message.length} bytes`));
  socket.bind(port, '127.0.0.1');
  await once(socket, 'listening');
  return {
    port,
    caught: () => caught,
    close: async () => {
      socket.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
