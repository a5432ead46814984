import fc from 'fast-check';
import { numberText, shortText } from './hostile-text.ts';
import { mutated } from './mutations.ts';

/** Answers of services as JSON text: valid ones (by the contract or as seen in deployments), and almost valid ones. */

const hexOf = (bytes: number) =>
  fc
    .tuple(fc.constantFrom('0x', '', '0X'), fc.uint8Array({ minLength: bytes, maxLength: bytes }))
    .map(([prefix, value]) => `${prefix}${Buffer.from(value).toString('hex')}`);
export const hash = hexOf(32);
const address = hexOf(20);
const text = (arbitrary: fc.Arbitrary<string>) => arbitrary.map((value) => JSON.stringify(value));
const nothing = fc.constantFrom('null', '""');
const id = fc.uuid();
const wholeAmount = fc.bigInt({ min: 0n, max: 2n ** 256n }).map(String);
const size = fc.oneof(fc.constantFrom('2.31 KB', '0 bytes', '1024.00 MB', '12', '0.5'), fc.nat().map(String));
const time = fc.oneof(
  fc
    .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 19)),
  fc.constantFrom(
    '2025-01-12T10:20:30.123456',
    '2025-01-12T10:20:30Z',
    '2025-01-12 10:20:30+02:00',
    '2024-02-29T23:59:59',
  ),
);
const amount = fc.oneof(text(wholeAmount), wholeAmount, numberText);
const number = fc.oneof(fc.nat().map(String), text(fc.nat().map(String)), numberText);

const memberNames = [
  ...['id', 'submission_id', 'user_id', 'token_details_id', 'extrinsic_index', 'amount_data', 'fees', 'to_address'],
  ...['block_hash', 'data_hash', 'tx_hash', 'created_at', 'error', 'state', 'status', 'message', 'data', 'results'],
  ...['submission', 'token_map', 'token_address', 'token_balance', 'token_decimals', 'decimals', '__proto__', 'toJSON'],
  ...['app_id', 'converted_fees', 'data_billed', 'tx_index', 'wallet', 'credit_balance', 'credit_selection', 'total'],
  ...['constructor', 'length', 'then', 'extra', 'phase', '0', '-1', ''],
];

/** JSON text of any shape. Its member names include those of the contract and special names of JavaScript. */
export const anyJson: fc.Arbitrary<string> = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(fc.constantFrom('null', 'true', 'false'), numberText, text(shortText)),
    fc.array(tie('json'), { maxLength: 5 }).map((entries) => `[${entries.join(',')}]`),
    fc
      .array(fc.tuple(fc.oneof(fc.constantFrom(...memberNames), shortText), tie('json')), { maxLength: 6 })
      .map((members) => `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`),
  ),
})).json;

function object(members: Readonly<Record<string, fc.Arbitrary<string>>>): fc.Arbitrary<string> {
  const names = Object.keys(members);
  const more = fc.array(fc.tuple(fc.constantFrom(...memberNames, 'block_number', 'app_id'), anyJson), { maxLength: 2 });
  return fc
    .tuple(fc.tuple(...names.map((name) => fc.option(members[name] ?? nothing, { freq: 8 }))), more)
    .map(([values, extra]) => {
      const known = values.flatMap((value, at): [string, string][] =>
        value === null ? [] : [[names[at] ?? '', value]],
      );
      return `{${[...known, ...extra].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
    });
}

export const submissionJson = object({
  id: text(id),
  user_id: text(fc.oneof(id, shortText)),
  token_details_id: number,
  extrinsic_index: fc.oneof(number, nothing),
  amount_data: fc.oneof(text(size), amount),
  fees: fc.oneof(amount, nothing),
  to_address: fc.oneof(text(address), text(shortText), nothing),
  block_hash: fc.oneof(text(hash), nothing),
  data_hash: fc.oneof(text(hash), nothing),
  tx_hash: fc.oneof(text(hash), nothing),
  created_at: text(time),
});

/** A record of a service with credits. */
export const creditRecordJson = object({
  id: text(id),
  user_id: text(id),
  extrinsic_index: fc.oneof(number, nothing),
  amount_data: text(size),
  fees: fc.oneof(amount, nothing),
  converted_fees: fc.oneof(amount, nothing),
  block_hash: fc.oneof(text(hash), nothing),
  data_hash: fc.oneof(text(hash), nothing),
  app_id: text(id),
  wallet: fc.oneof(
    nothing,
    fc.uint8Array({ maxLength: 40 }).map((bytes) => JSON.stringify([...bytes])),
  ),
  retry_count: number,
  created_at: text(time),
  updated_at: text(time),
});

/** A balance of credits. */
const purse = object({
  id: text(id),
  user_id: text(id),
  app_id: number,
  credit_balance: amount,
  credit_used: amount,
  credit_selection: number,
  encryption: fc.constantFrom('true', 'false', 'null'),
});
export const creditsJson = fc.oneof(
  purse,
  fc.tuple(purse, purse).map(([one, other]) => `{"data":[${one},${other}]}`),
  purse.map((user) => `{"state":"SUCCESS","data":${user}}`),
);

const wordsOf = fc.constantFrom(
  '"Pending"',
  '"Finalized"',
  '"Error"',
  '"SUCCESS"',
  '"ERROR"',
  '"error"',
  '"OK"',
  'null',
);
const said = fc.oneof(
  text(shortText),
  nothing,
  fc.constantFrom('"Insufficient balance"', '"Data is empty"', '"not found"'),
);

const wrappedSubmission = fc
  .tuple(fc.oneof(submissionJson, creditRecordJson), text(id), wordsOf, said)
  .map(
    ([record, own, state, error]) =>
      `{"submission":${record},"id":${own},"state":${state},"error":${error},"data":${record}}`,
  );

function listOf(entries: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.array(entries, { maxLength: 12 }),
      fc.constantFrom(',', ', ', ',\n'),
      fc.constantFrom('bare', 'results', 'data'),
    )
    .map(([all, between, form]) => {
      const list = `[${all.join(between)}]`;
      if (form === 'bare') return list;
      return form === 'results' ? `{"results":${list}}` : `{"state":"SUCCESS","message":"","data":{"results":${list}}}`;
    });
}

export const submissionsJson = listOf(
  fc.oneof({ weight: 4, arbitrary: submissionJson }, { weight: 4, arbitrary: creditRecordJson }, wrappedSubmission),
);

export const tokensJson = listOf(
  object({
    token_details_id: number,
    user_id: text(id),
    token_address: text(address),
    token_balance: amount,
    token_used: amount,
    chain_id: number,
  }),
);

const flatTokenMap = fc
  .tuple(
    fc.array(
      fc.tuple(
        fc.oneof(fc.constantFrom('ethereum', 'data', 'token_map', '__proto__'), shortText),
        fc.oneof(text(address), object({ token_address: text(address), token_decimals: number })),
      ),
      { maxLength: 5 },
    ),
    fc.constantFrom('bare', 'token_map', 'data'),
  )
  .map(([entries, form]) => {
    const map = `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
    return form === 'bare' ? map : `{"state":"SUCCESS","${form}":${map}}`;
  });

/** Flat, or nested by chain. */
export const tokenMapJson = fc.oneof(
  flatTokenMap,
  fc.tuple(fc.nat(), flatTokenMap).map(([chain, map]) => `{"data":{"${chain}":${map}}}`),
);

export const receiptJson = fc.oneof(
  object({ submission_id: text(id) }),
  object({ submission_id: text(id) }).map((inner) => `{"state":"SUCCESS","data":${inner}}`),
);

export const errorJson = fc.oneof(
  object({ error: said }),
  object({ status: wordsOf, message: said }),
  object({ state: wordsOf, error: said, message: said }),
  fc.constantFrom(
    'Unauthorized',
    'Invalid token passed',
    'Missing API key',
    '',
    '<html><h1>502 Bad Gateway</h1></html>',
  ),
);

export const anyAnswer: fc.Arbitrary<string> = mutated(
  fc.oneof(
    submissionJson,
    wrappedSubmission,
    submissionsJson,
    creditsJson,
    tokensJson,
    tokenMapJson,
    receiptJson,
    errorJson,
    anyJson,
  ),
);
