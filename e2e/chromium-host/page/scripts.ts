import { randomBytes } from 'node:crypto';
import { Script } from 'node:vm';
import { bridgeEnd } from './context-bridge.ts';
import { type IsolatedWorldOptions, isolatedWorld } from './isolated-world.ts';
import { type MainWorldOptions, mainWorld } from './main-world.ts';
import { structuredCloneCodec } from './structured-clone.ts';

/** The name of the preload's isolated world. */
export const ISOLATED_WORLD = 'Electron Isolated Context';

/** Where the preload's world stands still for an answer: the debugger, which the host is, stops it here. */
const HALT = 'function halt() { debugger; }';

/** What the parts of one window know of each other, and nobody else does. */
export type PageSecrets = {
  readonly handshake: string;
  readonly mark: string;
  readonly windowOpenKey: string;
  readonly binding: string;
  readonly deliver: string;
};

export function createSecrets(): PageSecrets {
  const secret = (): string => `_${randomBytes(16).toString('hex')}`;
  return {
    handshake: secret(),
    mark: secret(),
    windowOpenKey: secret(),
    binding: secret(),
    deliver: secret(),
  };
}

/** The script for the page's own world. Node has stripped the types off the functions: their text is JavaScript. */
export function mainWorldScript(secrets: PageSecrets): string {
  const { handshake, mark, windowOpenKey } = secrets;
  const options: MainWorldOptions = { handshake, mark, windowOpenKey };
  return `(${mainWorld})(${JSON.stringify(options)}, ${bridgeEnd});`;
}

/** The script for the preload's world. Throws a `SyntaxError` when the preload is none that could run. */
export function isolatedWorldScript(
  secrets: PageSecrets,
  process: IsolatedWorldOptions['process'],
  preload: string,
): string {
  const options: IsolatedWorldOptions = { ...secrets, process };
  const module = `function (require, module, exports, process) {${preload}\n}`;
  new Script(`(${module})`);
  return `(${isolatedWorld})(${JSON.stringify(options)}, ${bridgeEnd}, ${structuredCloneCodec}, ${HALT}, ${module});`;
}
