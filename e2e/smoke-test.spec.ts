import { once } from 'node:events';
import { spawnApp } from './app/launch.ts';
import { expect, test } from './app/test.ts';

const smokeTest = { DROPSLIP_SMOKE_TEST: '1', DROPSLIP_KEYCHAIN: 'none' };

test('a build tries itself: its window, the keychain, and a file all the way into a block; then it ends', async ({
  userData,
}) => {
  const app = spawnApp({ userData, env: smokeTest, stdout: 'pipe' });
  app.stderr?.resume();
  let output = '';
  app.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [code] = await once(app, 'close');
  const [, report = ''] = /^dropslip smoke test: (.*)$/m.exec(output) ?? [];
  const said = JSON.parse(report);
  expect(said).toMatchObject({ ok: true, versions: { Dropslip: '0.1.0' } });
  expect(said.checks.map(({ check, ok }: { check: string; ok: boolean }) => [check, ok])).toEqual([
    ['window', true],
    ['keychain', true],
    ['submission', true],
  ]);
  // A source copy does as it is told. The installed app asks all the same.
  expect(report).toContain('keychain-missing: It is switched off.');
  expect(code).toBe(0);

  // There is data now, which is nobody’s to try anything on.
  const again = spawnApp({ userData, env: smokeTest });
  again.stderr?.resume();
  expect(await once(again, 'exit')).toEqual([2, null]);
});
