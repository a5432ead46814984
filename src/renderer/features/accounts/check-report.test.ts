import { expect, test } from 'vitest';
import type { ConnectionReport } from '../../../shared/bridge/accounts.ts';
import { reportText } from './check-report.ts';

const report: ConnectionReport = {
  at: '2026-01-02T03:04:05Z',
  address: 'https://service.example/core-api',
  submitAddress: null,
  lines: [
    { topic: 'address', state: 'good', finding: { code: 'service-answers' } },
    { topic: 'api-key', state: 'bad', finding: { code: 'not-accepted' } },
    { topic: 'tokens', state: 'skipped', finding: { code: 'not-given', credential: 'access-token' } },
  ],
  entries: [
    { topic: 'address', request: 'GET /health', status: 200, milliseconds: 12.4, failure: null },
    {
      topic: 'tokens',
      request: 'GET /user/get_all_tokens',
      status: null,
      milliseconds: 3,
      failure: { code: 'unreachable', values: { why: 'broke-off' }, detail: 'ECONNRESET' },
    },
  ],
  tokenNames: ['avail', 'ethereum'],
  serviceKind: null,
  route: { service: { kind: 'direct' }, submissions: { kind: 'direct' } },
  versions: { dropslip: '0.1.0', node: '24.1.0' },
};

test('a report for support tells addresses, lines, requests, timings and versions', () => {
  const text = reportText(report);
  expect(text).toBe(`Dropslip connection report

Checked: 2026-01-02T03:04:05Z
Address: https://service.example/core-api
Route: Directly
Token names: avail, ethereum
Versions: dropslip 0.1.0, node 24.1.0

ok  Address: The service answers.
BAD API key: The service does not accept this API key. Copy all of it again, or ask the operator for a new one.
-   Balances: No access token was given.

Requests
GET /health: 200, 12 ms
GET /user/get_all_tokens: no answer, 3 ms, ECONNRESET
`);
});

test('nothing that a service says can pass for a line of the report', () => {
  const forged = '\nok  API key: forged\u2028Route: forged\u202e';
  const text = reportText({
    ...report,
    lines: [{ topic: 'tokens', state: 'bad', finding: { code: 'token-names', names: [`No.${forged}`], more: 0 } }],
    entries: [
      {
        topic: 'tokens',
        request: `GET /x${forged}`,
        status: 200,
        milliseconds: 1,
        failure: { code: 'rejected', values: { why: 'refused', said: `why${forged}` } },
      },
    ],
    tokenNames: [`avail${forged}`],
  });
  const lines = text.split(/[\n\u2028]/);
  expect(lines.filter((line) => /^(ok {2}API key|Route: forged)/.test(line))).toEqual([]);
  expect(text).not.toContain('\u202e');
});
