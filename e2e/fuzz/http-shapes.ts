import fc from 'fast-check';
import { shortText } from './hostile-text.ts';
import { inPieces, mutated } from './mutations.ts';
import type { Script } from './raw-server.ts';
import { anyAnswer, errorJson, receiptJson } from './service-shapes.ts';

const status = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      '200 OK',
      '201 Created',
      '400 Bad Request',
      '401 Unauthorized',
      '404 Not Found',
      '413 Payload Too Large',
      '429 Too Many Requests',
      '500 Internal Server Error',
      '501 Not Implemented',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '204 No Content',
      '206 Partial Content',
      '301 Moved',
      '302 Found',
      '307 Temporary Redirect',
      '304 Not Modified',
      '405 Method Not Allowed',
      '101 Switching Protocols',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '503 Busy',
      '200',
      '200 ',
      '999 x',
      '600 x',
      '000 x',
      '099 x',
      '2000 OK',
      '-1 x',
      '1 x',
      'OK',
    ),
  },
);
const version = fc.oneof(
  { weight: 12, arbitrary: fc.constant('HTTP/1.1') },
  fc.constantFrom('HTTP/1.0', 'HTTP/2', 'HTTP/0.9', 'ICY', 'http/1.1', ''),
);

const header = fc.oneof(
  fc.constantFrom(
    ...['content-type: application/json', 'content-type: text/html', 'connection: close', 'connection: keep-alive'],
    ...['connection: upgrade\r\nupgrade: h2c', 'retry-after: 0', 'x-ratelimit-limit: 15\r\nx-ratelimit-remaining: 0'],
    ...['x-ratelimit-reset: 1', 'location: /elsewhere', 'location: http://127.0.0.1:1/', 'content-encoding: gzip'],
    ...[
      'transfer-encoding: gzip, chunked',
      'content-length: 3',
      'content-length: -1',
      'content-length: 99999999999999',
    ],
    ...[
      'set-cookie: a=b\r\nset-cookie: c=d',
      ' folded: yes',
      'keep-alive: timeout=0',
      'trailer: x',
      `x: ${'y'.repeat(20_000)}`,
    ],
  ),
  fc
    .tuple(fc.constantFrom('x', 'location', 'content-type', 'date', ''), shortText)
    .map(([name, value]) => `${name}: ${value}`),
);

/** Responses before the final one. */
const early = fc.oneof(
  { weight: 12, arbitrary: fc.constant('') },
  fc.constantFrom(
    'HTTP/1.1 100 Continue\r\n\r\n',
    'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n',
    '\r\n',
    'HTTP/1.1 102 x\r\n\r\n'.repeat(50),
  ),
);

type Framing = (body: string, sizes: readonly number[]) => string;
const framing: fc.Arbitrary<Framing> = fc.constantFrom<Framing>(
  (body) => `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  (body) => `content-length: ${Buffer.byteLength(body) + 5}\r\n\r\n${body}`,
  (body) => `content-length: ${Math.max(0, Buffer.byteLength(body) - 2)}\r\n\r\n${body}`,
  (body) => `\r\n${body}`,
  (body, sizes) => `transfer-encoding: chunked\r\n\r\n${chunks(body, sizes)}0\r\n\r\n`,
  (body, sizes) => `transfer-encoding: chunked\r\n\r\n${chunks(body, sizes)}0\r\ntrailer: x\r\n\r\n`,
  (body, sizes) => `transfer-encoding: chunked\r\n\r\n${chunks(body, sizes)}`,
  (body, sizes) => `transfer-encoding: chunked\r\n\r\n${chunks(body, sizes)}ffffffffffffffff\r\n`,
  (body, sizes) => `transfer-encoding: chunked\r\ncontent-length: 3\r\n\r\n${chunks(body, sizes)}0\r\n\r\n`,
);

function chunks(body: string, sizes: readonly number[]): string {
  let [rest, text, turn] = [body, '', 0];
  while (rest !== '') {
    const piece = rest.slice(0, sizes[turn % sizes.length] ?? 1_000);
    text += `${Buffer.byteLength(piece).toString(16)}\r\n${piece}\r\n`;
    rest = rest.slice(piece.length);
    turn += 1;
  }
  return text;
}

const answerText = fc
  .record({
    early,
    version,
    status,
    headers: fc.array(header, { maxLength: 4 }),
    framing,
    sizes: fc.array(fc.integer({ min: 1, max: 4_000 }), { minLength: 1, maxLength: 4 }),
    body: fc.oneof(receiptJson, errorJson, mutated(receiptJson), anyAnswer),
    again: fc.boolean(),
  })
  .map(({ early, version, status, headers, framing, sizes, body, again }) => {
    const answer = `${version} ${status}\r\n${headers.map((one) => `${one}\r\n`).join('')}${framing(body, sizes)}`;
    return early + answer + (again ? answer : '');
  });

/** The most pieces of one answer. Each is a separate write. */
const MOST_PIECES = 300;

export const script: fc.Arbitrary<Script> = fc
  .record({
    answer: inPieces(fc.oneof({ weight: 4, arbitrary: answerText }, { weight: 1, arbitrary: mutated(answerText) })),
    drip: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
    after: fc.constantFrom('nothing' as const, 'head' as const, 'body' as const, 'body' as const),
    end: fc.constantFrom('end' as const, 'end' as const, 'reset' as const, 'stay' as const),
  })
  .map(({ answer: { bytes, borders }, drip, after, end }) => {
    const step = Math.max(1, Math.ceil(bytes.length / MOST_PIECES));
    const cuts = drip ? Array.from({ length: Math.floor(bytes.length / step) }, (_, at) => at * step) : borders;
    const pieces = [...cuts, bytes.length].map((border, at) => bytes.subarray(at === 0 ? 0 : cuts[at - 1], border));
    return { pieces: pieces.filter(({ length }) => length > 0), after, end };
  });
