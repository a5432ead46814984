// Tries a packaged app as it ships: `node resources/release/smoke.ts <the app> [arguments]`. It starts, shows its window,
// asks the keychain and submits a file to its own practice service; docs/security.md says why it does that only on a data
// folder made for it. On Linux it is given a keyring of its own where there is what one is made of.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { canStartKeyring, startKeyring } from '../../e2e/app/keyring.ts';

const PATIENCE_MS = 180_000;
const LINE = 'dropslip smoke test: ';

const report = z.object({
  ok: z.boolean(),
  packaged: z.boolean(),
  versions: z.record(z.string(), z.string()),
  checks: z.array(z.object({ check: z.string(), ok: z.boolean(), detail: z.string() })).min(1),
});

const [program, ...args] = process.argv.slice(2);
if (program === undefined) throw new Error('Which app? node resources/release/smoke.ts <the app> [arguments]');
const userData = await mkdtemp(join(tmpdir(), 'dropslip-smoke-'));
const keyring = canStartKeyring() ? await startKeyring() : null;
try {
  process.exitCode = await smoke(program, args);
} finally {
  await keyring?.close();
  await rm(userData, { recursive: true, force: true, maxRetries: 10 });
}

async function smoke(command: string, commandArgs: readonly string[]): Promise<0 | 1> {
  const child = spawn(command, commandArgs, {
    env: { ...process.env, ...keyring?.env, DROPSLIP_SMOKE_TEST: '1', DROPSLIP_USER_DATA: userData },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL',
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [code, signal] = await once(child, 'close');
  const line = output.split('\n').find((one) => one.startsWith(LINE));
  if (line === undefined) {
    console.error(`It ended with ${signal ?? code} and told nothing.`);
    return 1;
  }
  const { ok, packaged, versions, checks } = report.parse(JSON.parse(line.slice(LINE.length)));
  for (const { check, ok, detail } of checks) console.log(`${ok ? 'ok' : 'FAILED'}  ${check}  ${detail}`);
  console.log(Object.entries(versions).flat().join(' '));
  const keychain = checks.find(({ check }) => check === 'keychain')?.detail ?? '';
  const problems = [
    ...(code === 0 && ok ? [] : [`It ended with ${signal ?? code}.`]),
    ...(packaged ? [] : ['It does not take itself for a packaged app.']),
    ...(keyring !== null && keychain !== '' ? [`Its keychain was there, and not found: ${keychain}`] : []),
  ];
  for (const problem of problems) console.error(problem);
  return problems.length === 0 ? 0 : 1;
}
