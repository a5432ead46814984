/** Comlink ships this file without types. */
declare module 'comlink/dist/esm/node-adapter.mjs' {
  import type { Endpoint } from 'comlink';

  type NodePort = {
    readonly postMessage: (message: unknown, transfer?: never) => void;
    readonly on: (type: 'message', listener: (message: unknown) => void) => unknown;
    readonly off: (type: 'message', listener: (message: unknown) => void) => unknown;
  };
  // biome-ignore lint/style/noDefaultExport: the module has a default export.
  export default function nodeEndpoint(port: NodePort): Endpoint;
}
