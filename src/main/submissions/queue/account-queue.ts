import type { Deadline } from '../clock.ts';
import { createTurnList, type TurnList } from './priority-list.ts';

/**
 * One try that is under way. `whole`: the last bytes are on their way, so stopping it at once would only hide what becomes
 * of it; `givenUpSoon`: its answer is waited for only a little longer, since a person wants it stopped.
 */
export type Trial = {
  readonly abort: AbortController;
  readonly size: number;
  whole: boolean;
  givenUpSoon: NodeJS.Timeout | null;
};

/** The work of one account: accounts neither wait for each other nor slow each other down. */
export type Lane = {
  readonly accountId: string;
  readonly toPrepare: TurnList;
  readonly toSend: TurnList;
  /** Submissions whose time has not come, with when they are due. */
  readonly later: Map<number, Deadline>;
  readonly preparing: Map<number, AbortController>;
  readonly sending: Map<number, Trial>;
  /** What is looked for in the records before it is sent again. */
  readonly looking: Set<number>;
  /** What waits until the account's records were read, since its data came from a copy; and when they are read again. */
  readonly awaiting: Set<number>;
  reading: boolean;
  readAt: number;
  bytesUnderWay: number;
  /** Waits to learn what a file costs, because of the spending limit. */
  learning: boolean;
};

export function createLane(accountId: string): Lane {
  return {
    accountId,
    toPrepare: createTurnList(),
    toSend: createTurnList(),
    later: new Map(),
    preparing: new Map(),
    sending: new Map(),
    looking: new Set(),
    awaiting: new Set(),
    reading: false,
    readAt: Number.NEGATIVE_INFINITY,
    bytesUnderWay: 0,
    learning: false,
  };
}
