import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  parseApps,
  parseCreditOrders,
  parseHealth,
  parseReceipt,
  parseSubmission,
  parseSubmissions,
  parseTokenMap,
  parseTokens,
  parseUser,
} from './answers.ts';
import { parseErrorBody, saysError } from './statements.ts';

const documented = {
  id: 'b1946ac9-2492-4d23-8e5b-0f3a5c3c1a11',
  user_id: 'u-1',
  token_details_id: 7,
  extrinsic_index: 3,
  amount_data: '2.31 KB',
  fees: '100000000000000000000',
  to_address: '0xABCDEF0123456789abcdef0123456789ABCDEF01',
  block_hash: 'AA'.repeat(32),
  data_hash: `0x${'bb'.repeat(32)}`,
  tx_hash: `0X${'Cc'.repeat(32)}`,
  created_at: '2025-01-12T10:20:30',
};

const parsed = {
  id: documented.id,
  userId: 'u-1',
  tokenDetailsId: '7',
  extrinsicIndex: '3',
  amountData: '2.31 KB',
  fees: '100000000000000000000',
  toAddress: '0xabcdef0123456789abcdef0123456789abcdef01',
  blockHash: `0x${'aa'.repeat(32)}`,
  dataHash: `0x${'bb'.repeat(32)}`,
  txHash: `0x${'cc'.repeat(32)}`,
  createdAt: '2025-01-12T10:20:30Z',
  phase: 'in-block',
  error: null,
  extra: {},
};

describe('a submission record', () => {
  test.each([{}, [], 0, ' ', 'none', 'NULL', 'ok', false, null])('has not failed with %j for its error', (error) => {
    expect(parseSubmission(JSON.stringify({ ...documented, error }))).toMatchObject({ phase: 'in-block', error: null });
  });

  test('is read as documented, hex made uniform and time made UTC', () => {
    expect(parseSubmission(JSON.stringify(documented))).toEqual(parsed);
  });

  test.each([
    { submission: documented },
    { submission: documented, id: documented.id, error: null },
    { data: { submission: documented } },
    { state: 'SUCCESS', message: 'ok', data: documented },
  ])('is read out of its wrapping %#', (wrapped) => {
    expect(parseSubmission(JSON.stringify(wrapped))).toMatchObject({
      id: documented.id,
      phase: 'in-block',
      fees: parsed.fees,
    });
  });

  test('is pending while the fields that a block gives are null or absent', () => {
    const { id, created_at } = documented;
    const young = { id, created_at, block_hash: null, extrinsic_index: null, fees: null, tx_hash: '' };
    expect(parseSubmission(JSON.stringify(young))).toMatchObject({
      phase: 'pending',
      blockHash: null,
      fees: null,
      extra: {},
    });
  });

  test('takes the state and the error that stand beside it', () => {
    const state = (word: string, error: string | null = null, hash: string | null = null) =>
      parseSubmission(
        JSON.stringify({
          submission: { id: 'a', error: null, block_hash: hash },
          id: 'a',
          state: word,
          error,
          data: { k: 1 },
        }),
      );
    expect(state('Pending')).toMatchObject({ phase: 'pending', extra: { state: '"Pending"', k: '1' } });
    expect(state('Finalized', null, '0xab')).toMatchObject({ phase: 'in-block' });
    expect(state('Error', 'out of gas')).toMatchObject({ phase: 'failed', error: 'out of gas' });
  });

  test('keeps unknown fields, and known ones with unexpected content, as JSON text', () => {
    const odd =
      '{"id":"a","block_number":12345678901234567890123,"app_id":null,"created_at":"yesterday","__proto__":{"x":1.50},"data_hash":"zz"}';
    expect(Object.entries(parseSubmission(odd)?.extra ?? {})).toEqual([
      ['block_number', '12345678901234567890123'],
      ['app_id', 'null'],
      ['created_at', '"yesterday"'],
      ['__proto__', '{"x":1.50}'],
      ['data_hash', '"zz"'],
    ]);
  });

  const inCredits = { id: 'a', app_id: '3f', fees: '12400', converted_fees: '2048', extrinsic_index: 3 };

  test('of a service with credits costs what the user pays, and keeps the network’s fee', () => {
    const { converted_fees: _, ...withoutCost } = inCredits;
    const read = (record: object) => parseSubmission(JSON.stringify(record));
    expect(read(inCredits)).toMatchObject({ tokenDetailsId: 'credits', fees: '2048' });
    expect(read(inCredits)?.extra).toEqual({ app_id: '"3f"', fees: '"12400"' });
    expect(read(withoutCost)).toMatchObject({ tokenDetailsId: 'credits', fees: null, extra: { fees: '"12400"' } });
  });

  test.each([
    ['0', '0'],
    ['"2048.00"', '2048'],
    ['9007199254740993', '9007199254740993'],
    ['123456789012345678901234567890', '123456789012345678901234567890'],
    ['"a lot"', 'a lot'],
    ['null', null],
  ])('keeps a cost of %s credits exactly', (written, fees) => {
    const record = JSON.stringify({ ...inCredits, converted_fees: 0 }).replace(
      '"converted_fees":0',
      `"converted_fees":${written}`,
    );
    expect(parseSubmission(record)?.fees).toBe(fees);
  });

  test.each(['converted_fees', 'data_billed'])('with %s and no app does not cost the network’s fee', (name) => {
    for (const [paid, fees] of [
      ['2048', '2048'],
      [null, null],
    ]) {
      const record = { id: 'a', fees: '12400', [name]: paid };
      expect(parseSubmission(JSON.stringify(record))).toMatchObject({ tokenDetailsId: 'credits', fees });
    }
  });

  test('with a token entry is paid with the token, whatever else it contains', () => {
    const record = { ...inCredits, token_details_id: 2 };
    expect(parseSubmission(JSON.stringify(record))).toMatchObject({ tokenDetailsId: '2', fees: '12400' });
  });

  test('takes the cost and the place from the data beside it', () => {
    const { fees, converted_fees, extrinsic_index, ...submission } = inCredits;
    const data = { fees, data_billed: converted_fees, tx_index: extrinsic_index };
    expect(parseSubmission(JSON.stringify({ submission, id: 'a', data }))).toMatchObject({
      fees: '2048',
      extrinsicIndex: '3',
      extra: { app_id: '"3f"', fees: '"12400"' },
    });
  });

  test('keeps the letters of an address that is not hex', () => {
    const ss58 = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY';
    expect(parseSubmission(JSON.stringify({ id: 'a', to_address: ss58 }))?.toAddress).toBe(ss58);
  });

  test('without an identifier is no record', () => {
    expect(parseSubmission('{"fees":"1"}')).toBeNull();
  });
});

describe('a list', () => {
  test.each([
    [[documented]],
    [{ results: [documented] }],
    [{ state: 'SUCCESS', message: '', data: { results: [documented] } }],
  ])('is read in its form %#', (list) => {
    expect(parseSubmissions(JSON.stringify(list))).toEqual([parsed]);
  });

  test('with one entry that cannot be read is unreadable: none may go missing', () => {
    expect(parseSubmissions(JSON.stringify([documented, {}]))).toBeNull();
    expect(parseTokens('[{"token_details_id":1,"token_address":"0xaa","token_balance":"lots"}]')).toBeNull();
  });

  test('may be empty', () => {
    expect(parseSubmissions('[]')).toEqual([]);
    expect(parseTokens('{"results":[]}')).toEqual([]);
  });

  test('of tokens keeps balances exact, as text or as bare numbers', () => {
    const body =
      '[{"token_details_id":1,"user_id":"u","token_address":"AAbb","token_balance":123456789012345678901234567890,"token_used":1e3}]';
    expect(parseTokens(body)).toEqual([
      {
        tokenDetailsId: '1',
        userId: 'u',
        tokenAddress: '0xaabb',
        tokenBalance: '123456789012345678901234567890',
        extra: { token_used: '1000' },
      },
    ]);
  });
});

describe('balances of credits', () => {
  test('are that of the account and those of its apps', () => {
    const user = { id: 'u1', name: 'U', credit_balance: '1048576', credit_used: '2048', allocated_credit_balance: '0' };
    expect(parseUser(JSON.stringify({ state: 'SUCCESS', data: user }))).toMatchObject({
      appId: null,
      userId: 'u1',
      balance: '1048576',
      extra: { credit_used: '"2048"' },
    });
    const app = { id: '3f', user_id: 'u1', app_id: 246, credit_balance: '5', credit_selection: 2 };
    expect(parseApps(JSON.stringify({ state: 'SUCCESS', data: [app] }))).toMatchObject([
      { appId: '3f', userId: 'u1', balance: '5', extra: { app_id: '246', credit_selection: '2' } },
    ]);
  });

  test.each([
    ['"104857600.9183"', '104857600'],
    ['"-3"', '-3'],
    ['12345678901234567890123', '12345678901234567890123'],
  ])('of %s are whole credits', (written, balance) => {
    expect(parseUser(`{"data":{"id":"u","credit_balance":${written}}}`)?.balance).toBe(balance);
  });

  test.each(['"much"', 'null', '{}', '"1e9"'])('of %s are unreadable', (written) => {
    expect(parseUser(`{"data":{"id":"u","credit_balance":${written}}}`)).toBeNull();
    expect(parseApps(`{"data":[{"id":"a","credit_balance":${written}}]}`)).toBeNull();
  });
});

describe('a token map', () => {
  const entry = { token_address: '0xAB', token_decimals: 18 };
  test.each([
    [{ ethereum: '0xAB' }, null],
    [{ token_map: { ethereum: entry } }, 18],
    [{ state: 'SUCCESS', message: '', data: { ethereum: entry } }, 18],
  ])('is read in its form %#', (map, decimals) => {
    expect(parseTokenMap(JSON.stringify(map))).toEqual([{ name: 'ethereum', tokenAddress: '0xab', decimals }]);
  });

  test('may be nested by chain, also by one that nobody knows', () => {
    const data = { '11155111': { ethereum: entry }, '424242': { avail: entry, broken: {} } };
    expect(parseTokenMap(JSON.stringify({ state: 'SUCCESS', data }))).toEqual([
      { name: 'avail', tokenAddress: '0xab', decimals: 18, chainId: '424242' },
      { name: 'ethereum', tokenAddress: '0xab', decimals: 18, chainId: '11155111' },
    ]);
  });

  test('may have a token called data', () => {
    expect(parseTokenMap(JSON.stringify({ data: entry }))).toEqual([
      { name: 'data', tokenAddress: '0xab', decimals: 18 },
    ]);
    expect(parseTokenMap('{"data":"0xab"}')).toEqual([{ name: 'data', tokenAddress: '0xab', decimals: null }]);
  });

  test('has no name that is longer than one that can be typed', () => {
    const map = { ['e'.repeat(200)]: '0xab', ['e'.repeat(201)]: '0xcd', far: `0x${'ab'.repeat(200)}` };
    expect(parseTokenMap(JSON.stringify(map))?.map(({ tokenAddress }) => tokenAddress)).toEqual(['0xab']);
  });

  test('is not what a service says about an error', () => {
    expect(parseTokenMap('{"state":"ERROR","message":"no"}')).toBeNull();
  });
});

describe('errors, receipts and health', () => {
  test.each([
    ['{"error":"bad key"}', 'bad key'],
    ['{"status":"error","message":"bad key"}', 'bad key'],
    ['{"state":"ERROR","error":"bad key"}', 'bad key'],
    ['{"state":"ERROR","message":"bad key"}', 'bad key'],
    ['{"error":{"message":"bad key"}}', 'bad key'],
    ['{"message":"bad key"}', null],
    ['Unauthorized', null],
    ['', null],
    ['<html></html>', null],
  ])('%s says %s', (body, words) => {
    expect(parseErrorBody(body)).toBe(words);
  });

  test('a failed submission’s record is no failed request', () => {
    expect(saysError('{"submission":{"id":"a"},"state":"Error"}')).toBe(false);
    expect(saysError('{"state":"ERROR","message":"no"}')).toBe(true);
  });

  test('a receipt is read bare and inside data', () => {
    expect(parseReceipt('{"submission_id":"a"}')).toBe('a');
    expect(parseReceipt('{"state":"SUCCESS","data":{"submission_id":"a"}}')).toBe('a');
    expect(parseReceipt('["a"]')).toBeNull();
  });

  test.each([
    ['states an error', '{"state":"ERROR","submission_id":"a"}'],
    ['states an error around its data', '{"status":"error","data":{"submission_id":"a"}}'],
    ['states an error in its data', '{"data":{"state":"Failed","submission_id":"a"}}'],
    ['has the id twice', '{"submission_id":"a","submission_id":"b"}'],
    ['has the id twice, spelt in two ways', '{"submission_id":"a","submission\\u005fid":"b"}'],
    ['has its data twice', '{"data":{"submission_id":"a"},"data":{"submission_id":"b"}}'],
  ])('an answer that %s is no receipt', (_what, body) => {
    expect(parseReceipt(body)).toBeNull();
  });

  test('numbers that nobody reads do not keep an answer from being a receipt', () => {
    expect(parseReceipt('{"submission_id":"a","fees":100000000000000000000,"n":1.0}')).toBe('a');
  });

  test('a record that says it is final without a block is not in one', () => {
    const record = { id: 'a', state: 'Finalized', block_hash: null };
    expect(parseSubmission(JSON.stringify(record))).toMatchObject({ phase: 'pending' });
    expect(parseSubmission(JSON.stringify({ ...record, block_hash: '0xab' }))).toMatchObject({ phase: 'in-block' });
  });

  test('a list of receipts is none', () => {
    expect(parseReceipt('[{"submission_id":"a"}]')).toBeNull();
  });

  test.each(['a'.repeat(201), ' ', 'a\nb', 'a\u202eb', 'a\u0000b'])('%j as an id is no receipt and no record', (id) => {
    expect(parseReceipt(JSON.stringify({ submission_id: id }))).toBeNull();
    expect(parseSubmission(JSON.stringify({ ...documented, id }))).toBeNull();
  });

  test('health is read', () => {
    expect(parseHealth('{"status":"OK","message":"Service is running"}')).toEqual({
      status: 'OK',
      message: 'Service is running',
    });
  });
});

test('fees of any scale come through digit by digit, as text and as bare numbers', () => {
  const digits = fc.bigInt({ min: 0n, max: 2n ** 256n });
  fc.assert(
    fc.property(digits, fc.integer({ min: 0, max: 40 }), (value, scale) => {
      const text = value.toString().padStart(scale + 1, '0');
      const fees = scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`;
      expect(parseSubmission(`{"id":"a","fees":"${fees}"}`)?.fees).toBe(fees);
      expect(parseSubmission(`{"id":"a","fees":${fees}}`)?.fees).toBe(fees);
    }),
  );
});

test('no text makes a parser throw', () => {
  const parsers = [
    parseSubmission,
    parseSubmissions,
    parseTokens,
    parseTokenMap,
    parseReceipt,
    parseHealth,
    parseErrorBody,
    saysError,
  ];
  const names = fc.constantFrom(
    'id',
    'submission',
    'data',
    'results',
    'state',
    'error',
    'token_map',
    'submission_id',
    'token_balance',
    'created_at',
    '__proto__',
    'toJSON',
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.jsonValue({ maxDepth: 1 }),
      fc.dictionary(names, tie('value'), { maxKeys: 4 }),
      fc.array(tie('value'), { maxLength: 3 }),
    ),
  }));
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        value.map((junk) => JSON.stringify(junk) ?? ''),
      ),
      (text) => {
        for (const parse of parsers) parse(text);
      },
    ),
    { numRuns: 200 },
  );
  for (const parse of parsers) parse('['.repeat(200_000));
  for (const parse of parsers) parse(`${'{"data":'.repeat(20_000)}1${'}'.repeat(20_000)}`);
});

describe('orders of credits', () => {
  const order = { id: 17, chain_id: 84532, request_status: 'PENDING', created_at: '2026-07-01T10:00:00' };
  const listed = (...orders: readonly object[]) => JSON.stringify({ state: 'SUCCESS', message: 'ok', data: orders });

  test('keep every digit of their credits', () => {
    const body = listed(order).replace('"id"', '"amount_credit":104857600000000000000001,"tx_hash":"0xAB","id"');
    expect(parseCreditOrders(body)).toEqual([
      {
        orderId: '17',
        chainId: '84532',
        status: 'pending',
        txHash: '0xab',
        credits: '104857600000000000000001',
        createdAt: '2026-07-01T10:00:00Z',
      },
    ]);
  });

  test.each([
    ['PENDING', 'pending'],
    ['included', 'included'],
    ['Completed', 'completed'],
    ['Processed', 'completed'],
    ['FAILED', 'failed'],
    ['EXPIRED', 'unclear'],
    [null, 'unclear'],
  ])('with the status %s are %s', (word, status) => {
    expect(parseCreditOrders(listed({ ...order, request_status: word }))).toMatchObject([{ status }]);
  });

  test.each([
    ['an id that is no number', listed(order, { ...order, id: 'x' })],
    ['an id below zero', listed({ ...order, id: -1 })],
    ['a stated failure', JSON.stringify({ state: 'ERROR', message: 'no', data: [] })],
    ['no list', '{}'],
  ])('are unreadable with %s', (_what, body) => {
    expect(parseCreditOrders(body)).toBeNull();
  });
});
