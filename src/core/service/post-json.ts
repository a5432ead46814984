import type { BodyReceiver } from './answer.ts';
import type { SignIn } from './connection.ts';
import {
  addressError,
  answerError,
  type RequestContext,
  type ServiceError,
  type ServiceResult,
  unreadableError,
  wireError,
} from './errors.ts';
import { post } from './request.ts';
import { standardLimits } from './wire.ts';

/** One question to somebody who is no service and is given no credential. */
export type JsonPost = {
  /** Base address, may carry a path prefix. */
  readonly address: string;
  readonly body: string;
  /** Longest answer, in bytes. */
  readonly answerBytes: number;
  /** From the request's last byte to the answer's, in milliseconds. */
  readonly answerMs: number;
  /** Takes the answer's body in place of the value, which then is its beginning. */
  readonly receiver?: BodyReceiver;
  readonly signal: AbortSignal;
};

const CONNECT_MS = 15_000;

/** No secret goes there, so none can come back. */
const asNobody: SignIn = {
  headers: {},
  scrub: (text) => text,
  echoes: { search: null, kindIn: () => null, onFound: () => undefined },
  onDate: () => undefined,
  limiter: null,
};

/** Asks once; repeats and follows nothing. Answers with the body of a 2xx, which is text in UTF-8. */
export async function postJson(asked: JsonPost): Promise<ServiceResult<string>> {
  const url = URL.parse(asked.address);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '') return refused(addressError);
  const body = Buffer.from(asked.body);
  const report = await post(asNobody, {
    url,
    headers: { 'content-type': 'application/json' },
    body: {
      length: body.byteLength,
      feed: async (sink) => {
        await sink.finish(body);
      },
    },
    limits: {
      ...standardLimits,
      connectMs: CONNECT_MS,
      answerMs: asked.answerMs,
      answerBytes: asked.answerBytes,
    },
    signal: asked.signal,
    ...(asked.receiver === undefined ? {} : { receiver: asked.receiver }),
  });
  const context: RequestContext = { method: 'POST', url, scrub: asNobody.scrub };
  const { answer } = report;
  if (answer === null || !answer.complete) return refused(wireError(context, report));
  // Either may be to what was asked before.
  if (report.answeredTwice === true) return refused(unreadableError(context, answer, 'Two answers came at once.'));
  if (answer.status >= 300) return refused(answerError(context, answer));
  return { ok: true, value: answer.body.toString('utf8') };
}

const refused = (error: ServiceError): ServiceResult<string> => ({ ok: false, error });
