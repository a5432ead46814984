import { registerHooks } from 'node:module';

// A fuzzed module of main imports Electron and does not use it. The target of the window starts Electron.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' && context.parentURL?.includes('/src/main/')
      ? { url: 'data:text/javascript,export const app = {};', shortCircuit: true }
      : next(specifier, context),
});
