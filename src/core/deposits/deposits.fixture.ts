import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type DialectName, type PracticeService, startPracticeService } from '../../practice-service/index.ts';
import { accountId, openBalancesRig } from '../balances/balances.fixture.ts';
import { type Connection, getAllTokens, type RateLimiter, standardLimits } from '../service/index.ts';
import { type Fault, startFaultyProxy } from '../submissions/sending/faulty-proxy.fixture.ts';

/** For tests: deposits at a practice service, also on a way that breaks. */

export const ethereum = '0x7ae3b5c1d09f24e68b1c0d5a93f7e2648cb0d1f5';
export const usdCoin = '0x3c9f0a7b6e2d81d45a0be917fc8436d2e5b7aa01';
export const dai = '0x5f01dc8e9b7a43620ce1d5f8ba96e0734d2c1b9e';

export async function serve(dialect: DialectName = 'documented'): Promise<PracticeService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'deposits-'));
  const service = await startPracticeService({ dataDir, dialect });
  onTestFinished(async () => {
    await service.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  return service;
}

export const connectionOf = (service: PracticeService, baseUrl = service.url): Connection => ({
  baseUrl,
  submitBaseUrl: null,
  credentials: async () => ({ apiKey: service.apiKey, accessToken: service.accessToken }),
});

/** A deposit that breaks on its way, as the faults say one after the other; then all goes well. */
export async function behindFaults(faults: readonly Fault[], { rateLimiter }: { rateLimiter?: RateLimiter } = {}) {
  const service = await serve();
  const left = [...faults];
  const proxy = await startFaultyProxy(service.url, () => left.shift() ?? { kind: 'none' }, 'request_funds');
  onTestFinished(proxy.close);
  // Only silence is waited out: a service that answers has its time, also on a busy machine.
  const isSilent = faults.some(({ kind }) => kind === 'silence');
  const limits = isSilent ? { ...standardLimits, answerMs: 1_000 } : standardLimits;
  const direct = connectionOf(service, proxy.url);
  const connection = rateLimiter === undefined ? direct : { ...direct, rateLimiter: () => rateLimiter };
  return { service, proxy, rig: await openBalancesRig({ connection, limits }) };
}

export const asked = (amount: bigint, tokenAddress = ethereum) => ({
  accountId,
  tokenAddress,
  amount: amount.toString(),
  chainId: '1',
});

export async function balanceOf(service: PracticeService, address: string): Promise<bigint> {
  const listed = await getAllTokens(connectionOf(service));
  const found = listed.ok ? listed.value.find(({ tokenAddress }) => tokenAddress === address) : undefined;
  return BigInt(found?.tokenBalance ?? -1);
}

export const ended = (rig: Awaited<ReturnType<typeof openBalancesRig>>) =>
  rig.until(() => rig.deposit().state.kind !== 'registering');
