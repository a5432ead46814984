import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLineUsage, readCommandLine } from './command-line.ts';
import { startPracticeService } from './index.ts';
import { OptionsError } from './options.ts';

const WRONG_OPTIONS = 2;

async function run(): Promise<void> {
  const command = readCommandLine(process.argv.slice(2), join(tmpdir(), 'dropslip-practice-service'));
  if (command.kind === 'help') {
    console.log(commandLineUsage);
    return;
  }
  if (command.kind === 'wrong') {
    console.error(`${command.message}\n\n${commandLineUsage}`);
    process.exitCode = WRONG_OPTIONS;
    return;
  }
  const service = await startPracticeService(command.options);
  console.log(`Practice service: ${service.url} (data in ${command.options.dataDir})`);
  console.log(`API key: ${service.apiKey}`);
  console.log(`Access token: ${service.accessToken}`);
  console.log(`Node: ${service.nodeUrl} (JSON-RPC)`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void service.close());
}

try {
  await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = error instanceof OptionsError ? WRONG_OPTIONS : 1;
}
