import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from './service.fixture.ts';

const cli = fileURLToPath(new URL('./cli.ts', import.meta.url));

test('prints its address, its API key, its access token and the address of its node, answers, and ends cleanly on SIGTERM', async () => {
  const dataDir = await temporaryFolder();
  const command = run(['--data', dataDir, '--port', '0', '--api-key', 'key-1', '--access-token', 'token-1']);
  const [address, ...more] = await firstLines(command, 4);
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(address ?? '')?.[0];
  expect(more).toEqual(['API key: key-1', 'Access token: token-1', `Node: ${url}/node (JSON-RPC)`]);
  expect((await fetch(`${url}/health`)).status).toBe(200);
  const headers = { authorization: 'Bearer token-1' };
  expect((await fetch(`${url}/user/get_all_tokens`, { headers })).status).toBe(200);
  command.kill('SIGTERM');
  // Windows has no signals: there it is ended without being asked.
  expect(await once(command, 'exit')).toEqual(process.platform === 'win32' ? [null, 'SIGTERM'] : [0, null]);
});

test('an option that cannot be used ends it with 2 and a sentence', async () => {
  const command = run(['--rate-limit', 'often']);
  const complaint = command.stderr === null ? '' : text(command.stderr);
  expect(await once(command, 'exit')).toEqual([2, null]);
  expect(await complaint).toMatch(/rateLimit/);
});

function run(args: readonly string[]): ChildProcess {
  const command = spawn(process.execPath, [cli, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => {
    command.kill('SIGKILL');
  });
  return command;
}

async function firstLines(command: ChildProcess, count: number): Promise<string[]> {
  const lines: string[] = [];
  if (command.stdout === null) return lines;
  for await (const line of createInterface(command.stdout)) {
    lines.push(line);
    if (lines.length === count) break;
  }
  return lines;
}
