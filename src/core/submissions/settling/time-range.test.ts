import { blake2b } from '@noble/hashes/blake2.js';
import { afterEach, expect, test } from 'vitest';
import { answering, cleanUp, json } from '../../service/scripted-server.fixture.ts';
import { type Fault, inTurn } from '../sending/faulty-proxy.fixture.ts';
import { closeRigs, openRig, type RigOptions } from '../submissions.fixture.ts';

afterEach(async () => {
  await closeRigs();
  await cleanUp();
});

const wire = (id: string, data_hash: string | null = `0x${'ab'.repeat(32)}`): object => ({
  id,
  data_hash,
  created_at: new Date().toISOString().slice(0, 19),
});
const hashOf = (body: Buffer): string => `0x${Buffer.from(blake2b(body, { dkLen: 32 })).toString('hex')}`;
/** Long enough that no whole list is due. */
const long = { earlierRun: 60_000, thisRun: 60_000 };

/** A service with credits that loses its answer, and counts its lists. `inRange`: the records of the range for a body. */
async function afterALostAnswer(
  inRange: (own: object, id: string) => readonly object[] | null,
  { isKept = true, ...options }: RigOptions & { readonly isKept?: boolean } = {},
) {
  const paths: string[] = [];
  let own: object[] = [];
  const { baseUrl } = await answering(({ method, url, body }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://service');
    if (method === 'POST') {
      paths.push('POST');
      if (paths.filter((path) => path === 'POST').length > 1) return json(response, 200, { submission_id: 'second' });
      if (isKept) own = [wire('own', hashOf(body))];
      return response.destroy();
    }
    paths.push(pathname.replace('/v1/user/', ''));
    if (pathname === '/v1/user/get_apps')
      return json(response, 200, { state: 'SUCCESS', data: [{ id: 'app-1', credit_balance: '5' }] });
    if (pathname === '/v1/user/get_expenditure_by_time_range') {
      const range = inRange(own[0] ?? wire('other'), searchParams.get('app_id') ?? '');
      return range === null ? json(response, 404, {}) : json(response, 200, { state: 'SUCCESS', data: range });
    }
    if (pathname !== '/v1/user/get_all_expenditure') return json(response, 404, { error: 'Not found' });
    const offset = Number(searchParams.get('offset'));
    return json(response, 200, { state: 'SUCCESS', data: own.slice(offset), total: own.length });
  });
  const rig = await openRig({ address: () => baseUrl, service: { dialect: 'credits' }, grace: long, ...options });
  await rig.drop({ lost: 'the lost file' });
  return { rig, paths };
}

test('a lost answer is settled by the records of its time, and the whole list is not read', async () => {
  const { rig, paths } = await afterALostAnswer((own, app) => (app === 'app-1' ? [wire('another'), own] : []));
  await rig.untilAll('submitted', 'confirmed');
  expect(rig.named('lost').state).toMatchObject({ submissionId: 'own' });
  expect(paths).not.toContain('get_all_expenditure');
  expect(paths.filter((path) => path === 'POST')).toHaveLength(1);
});

test('a service without time ranges is asked for its whole list', async () => {
  const { rig, paths } = await afterALostAnswer(() => null);
  await rig.untilAll('submitted', 'confirmed');
  expect(paths).toContain('get_all_expenditure');
});

test('a record whose time is wrong is found in the whole list, and nothing is sent twice', async () => {
  const { rig, paths } = await afterALostAnswer(() => [], { grace: { earlierRun: 300, thisRun: 300 } });
  await rig.untilAll('submitted', 'confirmed');
  expect(rig.named('lost').state).toMatchObject({ submissionId: 'own' });
  expect(paths.filter((path) => path === 'POST')).toHaveLength(1);
});

test('a file is sent again only after the whole list was read twice without it', async () => {
  const { rig, paths } = await afterALostAnswer(() => [], {
    isKept: false,
    grace: { earlierRun: 300, thisRun: 300 },
  });
  await rig.until(() => paths.filter((path) => path === 'POST').length === 2);
  expect(paths.filter((path) => path === 'get_all_expenditure').length).toBeGreaterThanOrEqual(2);
});

test('the practice service settles a lost answer by the time range', async () => {
  const keptButLost: Fault = { kind: 'reset-when-whole', forwarded: true };
  const rig = await openRig({
    service: { dialect: 'credits' },
    nextFault: inTurn([keptButLost]),
    grace: long,
  });
  await rig.drop({ lost: 'kept by the service' });
  await rig.untilAll('confirmed');
  expect(await rig.ledger()).toHaveLength(1);
});
