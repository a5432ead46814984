import { registerHooks } from 'node:module';

// A fuzzed module of main imports Electron without using it. The target of the window starts the real Electron.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' && context.parentURL?.includes('/src/main/')
      ? { url: 'data:text/javascript,export const app = {};', shortCircuit: true }
      : next(specifier, context),
});
