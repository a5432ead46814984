import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { startPracticeService } from '../../practice-service/index.ts';
import type { ServiceKind } from '../../shared/account.ts';
import { expenditureOf } from '../service/endpoints/expenditure.fixture.ts';
import {
  type Connection,
  closeConnections,
  getBalances,
  getPreImage,
  getSubmissionInfo,
  getTokenMap,
  requestFunds,
  submitRawData,
} from '../service/index.ts';
import { cleanUp, fileOf, patientHooks } from '../service/scripted-server.fixture.ts';
import { ConnectionCheck } from './connection-checks.ts';

const finished = z.object({
  request: z.object({ method: z.string(), url: z.string() }),
  response: z.object({ statusCode: z.number() }),
});

test.each([
  ['documented', 'contract'],
  ['deployed', 'deployed'],
  ['credits', 'credits'],
] as const)('after a check, a call that the service does not have is made at most once: %s', async (dialect, kind) => {
  const folder = await mkdtemp(join(tmpdir(), 'dropslip-calls-'));
  const service = await startPracticeService({ dataDir: folder, dialect, blockTimeSeconds: 0 });
  const missing: string[] = [];
  const onFinished = (message: unknown): void => {
    const { request, response } = finished.parse(message);
    if (response.statusCode === 404) missing.push(`${request.method} ${request.url}`);
  };
  subscribe('http.server.response.finish', onFinished);
  onTestFinished(async () => {
    unsubscribe('http.server.response.finish', onFinished);
    closeConnections();
    await service.close();
    await cleanUp();
    await rm(folder, { recursive: true });
  });
  let serviceKind: ServiceKind | null = null;
  const connection = (): Connection => ({
    baseUrl: service.url,
    submitBaseUrl: null,
    serviceKind,
    credentials: async () => ({ apiKey: service.apiKey, accessToken: service.accessToken }),
  });
  const checked = await new ConnectionCheck(connection(), false, false, new AbortController().signal).run();
  serviceKind = checked.serviceKind;
  expect(serviceKind).toBe(kind);
  missing.length = 0;

  for (let time = 0; time < 2; time += 1) {
    await getBalances(connection());
    await getTokenMap(connection());
    const file = await fileOf(Buffer.from(`content ${time}`));
    const sent = await submitRawData(connection(), file, { variant: 'api-key' }, patientHooks());
    if (sent.kind !== 'accepted') throw new Error(`The file was not accepted: ${sent.kind}.`);
    if (kind !== 'credits') {
      const token = { variant: 'access-token', token: 'ethereum' } as const;
      expect(await submitRawData(connection(), file, token, patientHooks())).toMatchObject({ kind: 'accepted' });
      const tokenAddress = '0x7ae3b5c1d09f24e68b1c0d5a93f7e2648cb0d1f5';
      await requestFunds(connection(), { tokenAddress, amountDeposited: 1n, chainId: 1n });
    }
    await expenditureOf(connection());
    expect(await getSubmissionInfo(connection(), sent.submissionId)).toMatchObject({ ok: true });
    expect(await getPreImage(connection(), sent.submissionId)).toMatchObject({ ok: kind !== 'contract' });
  }
  expect(missing).toEqual([...new Set(missing)]);
  if (kind !== 'credits') expect(missing).toEqual([]);
});
