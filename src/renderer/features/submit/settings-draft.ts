import { z } from 'zod';
import { maxDecimals } from '../../../shared/amounts.ts';
import { submissionCalls } from '../../../shared/bridge/submissions.ts';
import { isOtherToken, type QueueSettings } from '../../../shared/submissions/queue-settings.ts';
import { rowText } from '../../../shared/text.ts';
import { type AmountText, type AmountUnit, knownAmount, meantQuestion, readAmountText } from '../../ui/amount-text.ts';

export const MOST_AT_ONCE = 64;
export const MOST_FILES = 1_000_000;

export type SettingsDraft = {
  /** If empty, Dropslip chooses. */
  readonly atOnce: number | string;
  /** If empty, the number of files never causes a question. */
  readonly askBeyondFiles: number | string;
  readonly spendingLimit: AmountText;
};

/** The unit of amounts in the token that pays. */
export function amountUnit(
  pays: { readonly token: string | null; readonly decimals: number | null } | null,
): AmountUnit {
  const decimals = pays?.decimals ?? null;
  const isKnown = decimals !== null && decimals >= 0 && decimals <= maxDecimals;
  return { name: pays?.token ?? null, decimals: isKnown ? decimals : null };
}

export function draftOf(settings: QueueSettings, unit: AmountUnit): SettingsDraft {
  const { atOnce, spendingLimit, askBeyondFiles } = settings;
  return {
    atOnce: atOnce === 'automatic' ? '' : atOnce,
    askBeyondFiles: askBeyondFiles ?? '',
    spendingLimit:
      spendingLimit === null || isOtherToken(spendingLimit, unit.name)
        ? { unit: unit.decimals === null ? 'base' : 'whole', text: '' }
        : knownAmount(spendingLimit.amount, unit),
  };
}

const { atOnce, spendingLimit, askBeyondFiles } = submissionCalls['submissions.settings'].input.shape;
const typedNumber = z.union([z.number(), z.string()]);

function typedLimit(unit: AmountUnit) {
  return z
    .custom<AmountText>()
    .transform((typed, context) => {
      const read = readAmountText(typed, unit);
      if (read.kind === 'amount') return { amount: read.value.toString(), token: unit.name };
      if (read.kind === 'wrong') context.addIssue({ code: 'custom', message: read.problem });
      // Only the user knows the meaning of an ambiguous amount. Nothing is saved before they choose.
      if (read.kind === 'unclear') context.addIssue({ code: 'custom', message: meantQuestion(read.meant) });
      return null;
    })
    .refine((value) => spendingLimit.safeParse(value).success, { error: 'This is more than any token can hold.' });
}

/** Parses the draft as main accepts it, or gives a message for each invalid field. */
export function typedSettings(unit: AmountUnit) {
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
export function otherTokenWords({ spendingLimit }: Pick<QueueSettings, 'spendingLimit'>, pays: AmountUnit): string {
  return `${rowText(pays.name ?? 'Another token')} pays now, and your limit is in ${rowText(spendingLimit?.token ?? 'another token')}: each file waits for your approval. A limit that you type here replaces it.`;
}
