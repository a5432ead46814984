import { expect, it } from 'vitest';
import { protocol } from './protocol.ts';

const register = (privileges: Readonly<Record<string, boolean>>) => () =>
  protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges }]);

it('a scheme has a code cache only if it is standard, and none of the privileges that Chromium can’t be told', () => {
  expect(register({ codeCache: true })).toThrow('registered as standard scheme');
  expect(register({ standard: true, codeCache: true })).not.toThrow();
  for (const name of ['allowServiceWorkers', 'bypassCSP', 'allowExtensions']) {
    expect(register({ standard: true, [name]: true })).toThrow(`${name} is not implemented by the Chromium host`);
  }
});
