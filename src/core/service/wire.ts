import type { CredentialKind } from '../../shared/bridge/accounts.ts';
import type { Answer, BodyReceiver, IsBodyProven } from './answer.ts';
import type { BodySink } from './body-sink.ts';
import type { EchoSearch } from './echo-search.ts';

/** Milliseconds, and bytes of an answer. A drip of bytes from the other side holds up none of them but `stallMs`. */
export type WireLimits = {
  /** Without anything moving until the connection is there; all of it may take twice as long. */
  readonly connectMs: number;
  /** Of the body, without anything moving. */
  readonly stallMs: number;
  /** Of the body, from one piece that the socket has taken to the next. */
  readonly pieceMs: number;
  /** From the body's last byte to the answer's. */
  readonly answerMs: number;
  /** The same for a body that is out whole when a person wants it stopped. */
  readonly stoppedAnswerMs: number;
  readonly answerBytes: number;
};

export const standardLimits: WireLimits = {
  connectMs: 30_000,
  stallMs: 120_000,
  pieceMs: 600_000,
  answerMs: 300_000,
  stoppedAnswerMs: 10_000,
  answerBytes: 1024 * 1024,
};

export type WireRequest = {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: WireBody | null;
  readonly limits: WireLimits;
  readonly signal: AbortSignal;
  readonly receiver: BodyReceiver | null;
  /** Whether the body of a success is not searched for secrets: see `GetRequest`. */
  readonly isBodyProven?: IsBodyProven;
  /** Finds the account's secrets, which no answer may hold; null where there are none. */
  readonly echoes: EchoSearch | null;
};

/** A body whose length is known beforehand; `feed` gives its pieces to the socket and never throws. */
export type WireBody = { readonly length: number; readonly feed: (sink: BodySink) => Promise<void> };

/** Why an exchange ended without a whole answer. `code` is Node's error code. */
export type WireFailure =
  | { readonly kind: 'cancelled' }
  /** Nothing went out: its query held one of the account's secrets. */
  | { readonly kind: 'own-secret'; readonly credential: CredentialKind }
  /** Who was to take the answer failed at it. */
  | { readonly kind: 'receiver'; readonly text: string }
  | {
      readonly kind: 'connection';
      readonly connected: boolean;
      readonly code: string;
      readonly text: string;
      /** The proxy that the request went through. */
      readonly proxy: string | null;
    }
  | {
      readonly kind: 'timeout';
      readonly waitedFor: 'connection' | 'sending' | 'answer';
      readonly proxy: string | null;
    };

/** What happened on the wire, and nothing but that. */
export type WireReport = {
  /** The last byte of the body was handed to a connected socket: the other side may have all of it. */
  readonly handedOver: boolean;
  /** Also one that came before the body was out, broke off or was too long. */
  readonly answer: Answer | null;
  /** The answer began before the socket had taken the last byte of the body: it cannot be about the whole of it. */
  readonly answeredEarly: boolean;
  /** Another answer came right behind it: either may be to what was asked before. */
  readonly answeredTwice?: true;
  readonly failure: WireFailure | null;
};

/** The report of a request that was not made: somebody had stopped it before. */
export const neverAsked: WireReport = {
  handedOver: false,
  answer: null,
  answeredEarly: false,
  failure: { kind: 'cancelled' },
};
