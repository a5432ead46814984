import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { ServiceAddress } from '../soak/submissions-core.ts';

const run = promisify(execFile);

/** Uploads one file with curl. Returns milliseconds from the connection to the answer. */
export async function curlUpload(service: ServiceAddress, path: string): Promise<number> {
  const { stdout } = await run('curl', [
    '--silent',
    '--show-error',
    '--fail',
    ...['-T', path, '-X', 'POST', '-H', 'Expect:', ...headers(service)],
    ...['--output', process.platform === 'win32' ? 'NUL' : '/dev/null'],
    ...['--write-out', '%{time_pretransfer} %{time_total}'],
    submitUrl(service),
  ]);
  const [sending = Number.NaN, total = Number.NaN] = stdout.split(' ').map(Number);
  return (total - sending) * 1000;
}

function headers({ apiKey }: ServiceAddress): string[] {
  return ['-H', 'Content-Type: application/octet-stream', '-H', `x-api-key: ${apiKey}`];
}

function submitUrl({ url }: ServiceAddress): string {
  return `${url}/v1/submit_raw_data`;
}
