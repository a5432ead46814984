import { registerHooks } from 'node:module';

const ADDRESS = 'chromium-host:electron';
const names = new Set(['electron', 'electron/main', 'electron/common']);
const REGISTRY = Symbol.for('chromium-host.electron');

/**
 * From here on, `import … from 'electron'` and `require('electron')` give `electron`. Its names are all exported one by
 * one, as an `import` of a name must find it.
 */
export function provideElectron(electron: Readonly<Record<string, unknown>>): void {
  Object.defineProperty(globalThis, REGISTRY, { value: electron });
  const source = [
    `const electron = globalThis[Symbol.for(${JSON.stringify(REGISTRY.description)})];`,
    ...Object.keys(electron).map(
      (name, index) => `const e${index} = electron.${name}; export { e${index} as ${name} };`,
    ),
    "export { electron as default, electron as 'module.exports' };",
  ].join('\n');
  registerHooks({
    resolve: (specifier, context, next) =>
      names.has(specifier) ? { url: ADDRESS, format: 'module', shortCircuit: true } : next(specifier, context),
    load: (url, context, next) =>
      url === ADDRESS ? { format: 'module', source, shortCircuit: true } : next(url, context),
  });
}
