import { NumberInput, Popover } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useEffect, useMemo, useRef, useState } from 'react';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { isOtherToken } from '../../../shared/submissions/queue-settings.ts';
import { activeReadsRecords, useWindowStore } from '../../data/window-state.ts';
import { AmountField } from '../../ui/AmountInput.tsx';
import type { AmountUnit } from '../../ui/amount-text.ts';
import type { Opening } from '../../ui/deferred.tsx';
import { FormFoot } from '../../ui/FormFoot.tsx';
import { belowButton } from '../../ui/popovers.ts';
import { useFreshBalances } from '../balances/index.ts';
import { saveQueueSettings } from './commands.ts';
import { LimitsButton } from './QueueSettings.tsx';
import classes from './Settings.module.css';
import {
  amountUnit,
  draftOf,
  MOST_AT_ONCE,
  MOST_FILES,
  noLimitYetWords,
  otherTokenWords,
  typedSettings,
} from './settings-draft.ts';

type Props = {
  readonly onDone: () => void;
  /** True for a new account: shows only the limits, and the user may decide later. */
  readonly isFirst?: boolean;
};

function SettingsForm({ onDone, isFirst = false }: Props) {
  const { unit: pays, limit: heldBy } = useWindowStore((state) => state.held);
  const { name: token, decimals } = amountUnit(pays ?? heldBy?.limit ?? null);
  const saved = useWindowStore((state) => state.queueSettings);
  const readsRecords = useWindowStore(activeReadsRecords);
  const [failure, setFailure] = useState<string | null>(null);
  const [isLimitTyped, setLimitTyped] = useState(false);
  const unit = useMemo(() => ({ name: token, decimals }), [token, decimals]);
  const form = useForm({
    initialValues: draftOf(saved, unit),
    validate: schemaResolver(typedSettings(unit), { sync: true }),
    validateInputOnChange: true,
    transformValues: typedSettings(unit).parse,
  });
  const { spendingLimit: limit } = form.values;
  const limitError = form.errors.spendingLimit;
  const { setFieldValue } = form;
  // An amount must keep its unit while it is typed, so it is reset when the token becomes known. Typed numbers stay.
  const shownUnit = useRef(unit);
  useEffect(() => {
    if (shownUnit.current === unit) return;
    shownUnit.current = unit;
    setLimitTyped(false);
    setFieldValue('spendingLimit', draftOf(saved, unit).spendingLimit);
  }, [unit, saved, setFieldValue]);

  const save = form.onSubmit(async (settings) => {
    // A limit in another token stays until the user enters a new one.
    const spendingLimit = isLimitTyped ? settings.spendingLimit : saved.spendingLimit;
    const failed = await saveQueueSettings({ ...settings, spendingLimit });
    if (failed === null) onDone();
    else setFailure(failureMessage(failed));
  });

  return (
    <form className={classes.form} onSubmit={save}>
      <NumberInput
        label="Ask me first before more files than"
        description="In one drop. You see what they cost and which account pays. Dropslip always asks about a new account’s first files."
        placeholder="Never"
        data-autofocus
        allowDecimal={false}
        allowNegative={false}
        max={MOST_FILES}
        hideControls
        {...form.getInputProps('askBeyondFiles')}
      />
      {token === null && decimals === null && saved.spendingLimit === null ? (
        <p className={classes.hint}>{noLimitYetWords(readsRecords)}</p>
      ) : (
        <AmountField
          key={`${token} ${decimals}`}
          label={`Spending limit, in ${unitWords(unit)}`}
          description={
            saved.spendingLimit !== null && isOtherToken(saved.spendingLimit, unit.name)
              ? otherTokenWords(saved, unit)
              : 'The most that one drop may cost without your approval. Leave it empty to have no limit.'
          }
          placeholder="No limit"
          unit={unit}
          field={limit.unit}
          text={limit.text}
          typed={limit}
          problem={typeof limitError === 'string' ? limitError : null}
          onChange={(typed) => {
            setLimitTyped(true);
            setFieldValue('spendingLimit', typed);
          }}
        />
      )}
      {!isFirst && (
        <NumberInput
          label="Files at a time"
          description={`1 to ${MOST_AT_ONCE}. Leave it empty to let Dropslip choose.`}
          placeholder="Automatic"
          allowDecimal={false}
          allowNegative={false}
          max={MOST_AT_ONCE}
          hideControls
          {...form.getInputProps('atOnce')}
        />
      )}
      <FormFoot
        className={classes.foot}
        failure={failure}
        cancel={isFirst ? 'Not now' : 'Cancel'}
        onCancel={onDone}
        submit="Save"
        isReady={form.isValid()}
      />
    </form>
  );
}

function unitWords({ name, decimals }: AmountUnit): string {
  if (decimals === null) return name === null ? 'base units' : `base units of ${name}`;
  return name ?? 'tokens';
}

export function SettingsPopover({ startsOpen = false }: Opening) {
  const [opened, setOpened] = useState(startsOpen);
  return (
    <Popover opened={opened} onChange={setOpened} {...belowButton} width={420} trapFocus returnFocus>
      <Popover.Target>
        <LimitsButton onClick={() => setOpened(!opened)} />
      </Popover.Target>
      <Popover.Dropdown className={classes.menu ?? ''}>
        <h2 className={classes.title}>Limits</h2>
        <SettingsForm onDone={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

type FirstLimitsProps = { readonly accountId: string; readonly onDone: () => void };

/** Shown once, after the first account of a service was added: files cost money from now on. */
export function FirstLimits({ accountId, onDone }: FirstLimitsProps) {
  const name = useWindowStore((state) => state.accounts.find(({ id }) => id === accountId)?.name ?? '');
  // The settings belong to the active account. The new account becomes active with main's event.
  const isActive = useWindowStore((state) => state.activeAccountId === accountId);
  // The balances provide the unit of the amounts.
  useFreshBalances();
  return (
    <div className={classes.form}>
      <p>
        <bdi>{name}</bdi> is ready. From now on you pay for what you drop, and anybody can read it permanently unless
        you drop it as private. Choose when Dropslip asks you first. You can change this at any time under “Limits” on
        the Submit screen.
      </p>
      {isActive && <SettingsForm onDone={onDone} isFirst />}
    </div>
  );
}
