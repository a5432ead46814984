import { registerHooks } from 'node:module';

const SCHEME = 'chromium-host:';
const REGISTRY = Symbol.for('chromium-host.modules');

/**
 * From here on, `import … from` and `require` of these names give what is said for them, on this thread. What a module has is
 * exported name by name, as an `import` of a name must find it.
 */
export function provideModules(modules: Readonly<Record<string, Readonly<Record<string, unknown>>>>): void {
  const registry: unknown = Reflect.get(globalThis, REGISTRY);
  const known = typeof registry === 'object' ? registry : null;
  Object.defineProperty(globalThis, REGISTRY, { value: { ...known, ...modules }, configurable: true });
  registerHooks({
    resolve: (specifier, context, next) =>
      Object.hasOwn(modules, specifier)
        ? { url: SCHEME + specifier, format: 'module', shortCircuit: true }
        : next(specifier, context),
    load: (url, context, next) => {
      const name = url.slice(SCHEME.length);
      const module = url.startsWith(SCHEME) ? modules[name] : undefined;
      return module === undefined
        ? next(url, context)
        : { format: 'module', source: sourceOf(name, module), shortCircuit: true };
    },
  });
}

function sourceOf(name: string, module: Readonly<Record<string, unknown>>): string {
  return [
    `const module = globalThis[Symbol.for(${JSON.stringify(REGISTRY.description)})][${JSON.stringify(name)}];`,
    ...Object.keys(module).map(
      (key, index) => `const e${index} = module[${JSON.stringify(key)}]; export { e${index} as ${key} };`,
    ),
    "export { module as default, module as 'module.exports' };",
  ].join('\n');
}
