import type { ServiceError } from '../service/index.ts';

/** How many entries of get_all_expenditure are asked for, at first and at most. */
const FIRST_LIMIT = 1_000;
const LARGEST_LIMIT = 400_000;
/** Each larger list has all of the smaller one in it again: few steps, so that little comes twice. */
const STEP = 20;

/** A list that is too long to be read, or refused, is so the next time as well: it is asked for again after this. */
const REST_MS = 60 * 60_000;

/** What came of this limit, and so of all that are larger. */
type Beyond = { readonly limit: number; readonly until: number; readonly error: ServiceError };

/** The next limit after a list came that was full; null when there is no larger one. */
export function raisedLimit(limit: number): number | null {
  return limit >= LARGEST_LIMIT ? null : Math.min(LARGEST_LIMIT, limit * STEP);
}

/**
 * With which limits accounts' lists are asked for: one that turned out too small for an account is raised for good, and
 * one that made the answer too long to be read, or that the service refused, is left alone for an hour.
 */
export class ListLimits {
  /** Of the steady clock, in milliseconds. */
  readonly #now: () => number;
  readonly #raised = new Map<string, number>();
  readonly #tooLong = new Map<string, Beyond>();
  readonly #refused = new Map<string, Beyond>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** `before`: the limit of the last reading, where it is known. */
  first(accountId: string, expected: number, before: number | null): number {
    const known = Math.max(this.#raised.get(accountId) ?? FIRST_LIMIT, before ?? 0);
    return Math.min(LARGEST_LIMIT, Math.max(known, expected * 2));
  }

  raise(accountId: string, limit: number): void {
    this.#raised.set(accountId, Math.max(limit, this.#raised.get(accountId) ?? 0));
  }

  /** Why a list of this limit would be too long; null when that is not known. */
  tooLong(accountId: string, limit: number): ServiceError | null {
    return this.#known(this.#tooLong.get(accountId), limit);
  }

  refused(accountId: string, limit: number): ServiceError | null {
    return this.#known(this.#refused.get(accountId), limit);
  }

  noteTooLong(accountId: string, limit: number, error: ServiceError): void {
    this.#tooLong.set(accountId, { limit, until: this.#now() + REST_MS, error });
  }

  noteRefused(accountId: string, limit: number, error: ServiceError): void {
    this.#refused.set(accountId, { limit, until: this.#now() + REST_MS, error });
  }

  /** What was too long may be asked for again: a person wants it. */
  forgetTooLong(accountId: string): void {
    this.#tooLong.delete(accountId);
  }

  /** The account's lists are of another service from now on. */
  forget(accountId: string): void {
    this.#raised.delete(accountId);
    this.#tooLong.delete(accountId);
    this.#refused.delete(accountId);
  }

  #known(beyond: Beyond | undefined, limit: number): ServiceError | null {
    return beyond !== undefined && limit >= beyond.limit && this.#now() < beyond.until ? beyond.error : null;
  }
}
