import { z } from 'zod';

/** Text that is sent as it is made: an answer may be much longer than what should be held at once. */
export type TextPieces = AsyncIterable<string>;

export type CallResult =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'text'; readonly pieces: TextPieces };

export type Call = (params: readonly unknown[]) => CallResult;

/** The codes and words of JSON-RPC 2.0, as nodes of this network use them. */
const errors = {
  parse: { code: -32700, message: 'Parse error' },
  request: { code: -32600, message: 'Invalid request' },
  method: { code: -32601, message: 'Method not found' },
  params: { code: -32602, message: 'Invalid params' },
} as const;

/** Parameters that a call cannot take; `message` says which. */
export class InvalidParams extends Error {}

const requestSchema = z.object({
  jsonrpc: z.literal('2.0'),
  method: z.string(),
  params: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]).optional(),
  id: z.union([z.string(), z.number(), z.null()]).optional(),
});
const anyId = z.object({ id: z.union([z.string(), z.number()]) });

/** The answer to a body: to one request, or to a batch of them. Nothing where there were only notifications. */
export async function* answerBody(body: string, calls: ReadonlyMap<string, Call>): AsyncGenerator<string> {
  const parsed = parse(body);
  if (parsed === undefined) {
    yield failure(null, errors.parse);
    return;
  }
  if (!Array.isArray(parsed)) {
    yield* answer(parsed, calls);
    return;
  }
  if (parsed.length === 0) {
    yield failure(null, errors.request);
    return;
  }
  let before = '[';
  for (const request of parsed) {
    for await (const piece of answer(request, calls)) {
      yield before + piece;
      before = '';
    }
    if (before === '') before = ',';
  }
  if (before === ',') yield ']';
}

async function* answer(request: unknown, calls: ReadonlyMap<string, Call>): AsyncGenerator<string> {
  const checked = requestSchema.safeParse(request);
  if (!checked.success) {
    const known = anyId.safeParse(request);
    yield failure(known.success ? known.data.id : null, errors.request);
    return;
  }
  const { method, params = [], id } = checked.data;
  if (id === undefined) return;
  const call = calls.get(method);
  if (call === undefined) {
    yield failure(id, errors.method);
    return;
  }
  let result: CallResult;
  try {
    result = call(Array.isArray(params) ? params : Object.values(params));
  } catch (error) {
    if (!(error instanceof InvalidParams)) throw error;
    yield failure(id, { ...errors.params, data: error.message });
    return;
  }
  yield '{"jsonrpc":"2.0","result":';
  if (result.kind === 'value') yield JSON.stringify(result.value);
  else yield* result.pieces;
  yield `,"id":${JSON.stringify(id)}}`;
}

function failure(id: string | number | null, error: object): string {
  return JSON.stringify({ jsonrpc: '2.0', error, id });
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
