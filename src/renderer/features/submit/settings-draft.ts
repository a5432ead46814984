import { z } from 'zod';
import { maxDecimals } from '../../../shared/amounts.ts';
import { submissionCalls } from '../../../shared/bridge/submissions.ts';
import type { QueueSettings } from '../../../shared/submissions/queue-settings.ts';
import { rowText } from '../../../shared/text.ts';
import { type AmountText, type AmountUnit, knownAmount, meantQuestion, readAmountText } from '../../ui/amount-text.ts';

export const MOST_AT_ONCE = 64;
export const MOST_FILES = 1_000_000;

/** The token that pays. `decimals` is null while unknown; amounts are in base units then. */
export type LimitUnit = { readonly token: string | null; readonly decimals: number | null };

export type SettingsDraft = {
  /** If empty, Dropslip chooses. */
  readonly atOnce: number | string;
  /** If empty, the number of files never causes a question. */
  readonly askBeyondFiles: number | string;
  readonly spendingLimit: AmountText;
};

export function limitUnit(cost: LimitUnit | null): LimitUnit {
  if (cost === null) return { token: null, decimals: null };
  const known = cost.decimals !== null && cost.decimals >= 0 && cost.decimals <= maxDecimals;
  return { token: cost.token, decimals: known ? cost.decimals : null };
}

export function amountUnit({ token, decimals }: LimitUnit): AmountUnit {
  return { name: token, decimals };
}

/** True if the limit is in another token than the one that pays now. */
export function isOtherToken({ spendingLimit }: Pick<QueueSettings, 'spendingLimit'>, unit: LimitUnit): boolean {
  const token = spendingLimit?.token ?? null;
  return token !== null && unit.token !== null && token !== unit.token;
}

export function draftOf(settings: QueueSettings, unit: LimitUnit): SettingsDraft {
  const { atOnce, spendingLimit, askBeyondFiles } = settings;
  return {
    atOnce: atOnce === 'automatic' ? '' : atOnce,
    askBeyondFiles: askBeyondFiles ?? '',
    spendingLimit:
      spendingLimit === null || isOtherToken(settings, unit)
        ? { unit: unit.decimals === null ? 'base' : 'whole', text: '' }
        : knownAmount(spendingLimit.amount, amountUnit(unit)),
  };
}

const { atOnce, spendingLimit, askBeyondFiles } = submissionCalls['submissions.settings'].input.shape;
const typedNumber = z.union([z.number(), z.string()]);

function typedLimit(unit: LimitUnit) {
  return z
    .custom<AmountText>()
    .transform((typed, context) => {
      const read = readAmountText(typed, amountUnit(unit));
      if (read.kind === 'amount') return { amount: read.value.toString(), token: unit.token };
      if (read.kind === 'wrong') context.addIssue({ code: 'custom', message: read.problem });
      // Only the user knows the meaning of an ambiguous amount. Nothing is saved before they choose.
      if (read.kind === 'unclear') context.addIssue({ code: 'custom', message: meantQuestion(read.meant) });
      return null;
    })
    .refine((value) => spendingLimit.safeParse(value).success, { error: 'This is more than any token can hold.' });
}

/** Parses the draft as main accepts it, or gives a message for each invalid field. */
export function typedSettings(unit: LimitUnit) {
  return z.object({
    atOnce: typedNumber
      .transform((typed) => (typed === '' ? ('automatic' as const) : Number(typed)))
      .refine((value) => atOnce.safeParse(value).success, {
        error: `Type a whole number from 1 to ${MOST_AT_ONCE}.`,
      }),
    askBeyondFiles: typedNumber
      .transform((typed) => (typed === '' ? null : Number(typed)))
      .refine((value) => askBeyondFiles.safeParse(value).success, { error: 'Type a whole number, like 100.' }),
    spendingLimit: typedLimit(unit),
  });
}

export function noLimitYetWords(readsRecords: boolean): string {
  return readsRecords
    ? 'You can set a spending limit under “Limits” once the cost of the first file is known.'
    : 'A spending limit needs an access token, because an API key alone does not show costs.';
}

/** Shown if the limit does not apply to the token that pays now. */
export function otherTokenWords({ spendingLimit }: Pick<QueueSettings, 'spendingLimit'>, pays: LimitUnit): string {
  return `${rowText(pays.token ?? 'Another token')} pays now, and your limit is in ${rowText(spendingLimit?.token ?? 'another token')}: each file waits for your approval. A limit that you type here replaces it.`;
}
