// `npm run package` as the release workflow calls it: with whatever it has been given to sign with, or unsigned.
// APPLE_API_KEY is the key itself here, as a secret holds it; electron-builder wants the path of a file.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signingOf } from './signing.ts';

const folder = mkdtempSync(join(tmpdir(), 'dropslip-key-'));
try {
  const { APPLE_API_KEY: key = '' } = process.env;
  const keyFile = join(folder, 'key.p8');
  if (key.trim() !== '') writeFileSync(keyFile, key, { mode: 0o600 });
  const { environment, says } = signingOf(
    { ...process.env, APPLE_API_KEY: key.trim() === '' ? '' : keyFile },
    process.platform,
  );
  console.log(`::notice::${says}`);
  const script = join(import.meta.dirname, '..', 'launch', 'package.mjs');
  const args = [script, ...process.argv.slice(2)];
  const { status } = spawnSync(process.execPath, args, { env: environment, stdio: 'inherit' });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true });
}
