import type { Failure } from '../../failures/failure.ts';
import { areValuesOf, type FailureCode } from '../../failures/failure-codes.ts';
import { accountsMessages } from './accounts.ts';
import { appMessages } from './app.ts';
import { balancesMessages } from './balances.ts';
import { contextMessages } from './contexts.ts';
import { depositsMessages } from './deposits.ts';
import { lookupMessages } from './lookup.ts';
import { receiptsMessages } from './receipts.ts';
import { recordsMessages } from './records.ts';
import { serviceMessages } from './service.ts';
import { submissionsMessages } from './submissions.ts';

type Message = string | ((values: never) => string);

const messages: Readonly<Record<FailureCode, Message>> = {
  ...appMessages,
  ...serviceMessages,
  ...accountsMessages,
  ...submissionsMessages,
  ...balancesMessages,
  ...depositsMessages,
  ...recordsMessages,
  ...lookupMessages,
  ...receiptsMessages,
};

/** One or two plain sentences that say what went wrong and what to do next. */
export function failureMessage(failure: Failure): string {
  return failure.after === undefined ? own(failure) : `${contextMessages[failure.after]} ${own(failure)}`;
}

/** The technical text; the sentence where there is none. */
export function failureDetail(failure: Failure): string {
  return failure.detail ?? failureMessage(failure);
}

function own(failure: Failure): string {
  if (failure.inWords !== undefined) return failure.inWords;
  const message = messages[failure.code];
  if (typeof message !== 'function') return message;
  // Their types say that they belong together, but what was kept may be damaged.
  return areValuesOf(failure.code, failure.values)
    ? message(failure.values as never)
    : appMessages['of-another-version'];
}
