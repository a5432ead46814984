import { Button, Checkbox, Popover, Radio, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMounted } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import type { SpendingLimit } from '../../../shared/submissions/queue-settings.ts';
import { rowText } from '../../../shared/text.ts';
import { activeReadsRecords, useWindowStore } from '../../data/window-state.ts';
import { AmountField } from '../../ui/AmountInput.tsx';
import type { Opening } from '../../ui/deferred.tsx';
import { inSight } from '../../ui/now.ts';
import { useFreshBalances } from '../balances/index.ts';
import { saveQueueSettings } from './commands.ts';
import { LimitsButton } from './QueueSettings.tsx';
import classes from './Settings.module.css';
import {
  amountUnit,
  draftOf,
  type LimitUnit,
  limitProblem,
  limitUnit,
  MOST_AT_ONCE,
  noLimit,
  noLimitYetWords,
  otherTokenWords,
  typedSettings,
} from './settings-draft.ts';

const askHint =
  'You see how many files there are, what they cost and which account pays. Nothing is sent before you approve. Dropslip always asks about a new account’s first files.';

type Props = {
  readonly onDone: () => void;
  /** The account is new: only what is asked about, and nobody need decide now. */
  readonly isFirst?: boolean;
};

function SettingsForm({ onDone, isFirst = false }: Props) {
  const { form, unit, other, setToken, hasLimit } = useSettings();
  const readsRecords = useWindowStore(activeReadsRecords);
  const [failure, setFailure] = useState<string | null>(null);
  const { automatic, typed } = form.values.atOnce;
  const { on: askOn, typed: askTyped } = form.values.askFirst;
  const { atOnce: atOnceProblem, askFirst: askProblem, spendingLimit: limitError } = form.errors;
  const limit = form.values.spendingLimit;

  const save = form.onSubmit(async (settings) => {
    const failed = await saveQueueSettings(settings);
    if (failed === null) onDone();
    else setFailure(failureMessage(failed));
  });

  return (
    <form className={classes.form} onSubmit={save}>
      <fieldset className={classes.group}>
        <legend>Ask me first</legend>
        <div className={classes.set}>
          <Checkbox
            label="Before more than"
            checked={askOn}
            data-autofocus
            onChange={(event) => form.setFieldValue('askFirst', { on: event.currentTarget.checked, typed: askTyped })}
          />
          <TextInput
            className={classes.count ?? ''}
            aria-label="Files in one drop that are submitted without asking"
            inputMode="numeric"
            value={askTyped}
            error={askProblem !== undefined}
            onChange={(event) => form.setFieldValue('askFirst', { on: true, typed: event.currentTarget.value })}
          />
          <span className={classes.unit}>files in one drop</span>
        </div>
        {askProblem !== undefined && <p className={classes.problem}>{askProblem}</p>}
        <p className={classes.hint}>{askHint}</p>
      </fieldset>
      {unit.token === null && unit.decimals === null && !hasLimit ? (
        <p className={classes.hint}>{noLimitYetWords(readsRecords)}</p>
      ) : (
        <AmountField
          className={classes.limit ?? ''}
          label={`Spending limit, in ${unitWords(unit)}`}
          description="The most that one drop may cost without your approval. Leave it empty to have no limit."
          placeholder="No limit"
          of={amountUnit(unit)}
          unit={limit.unit}
          text={limit.text}
          typed={limit}
          problem={limitProblem(limit, unit, typeof limitError === 'string' ? limitError : undefined)}
          onChange={(typed) => form.setFieldValue('spendingLimit', typed)}
        />
      )}
      {other !== null && (
        <div className={classes.otherToken}>
          <p className={classes.hint}>{otherTokenWords(unit, other)}</p>
          <Button variant="default" size="compact-sm" onClick={() => setToken(other)}>
            {`Set it in ${rowText(other.token ?? '', 60)} instead`}
          </Button>
        </div>
      )}
      {!isFirst && (
        <fieldset className={classes.group}>
          <legend>Files at a time</legend>
          <Radio
            name="at-once"
            label="Automatic"
            description="Dropslip adapts to your connection and the service."
            checked={automatic}
            onChange={() => form.setFieldValue('atOnce', { automatic: true, typed })}
          />
          <div className={classes.set}>
            <Radio
              name="at-once"
              label="Set to"
              checked={!automatic}
              onChange={() => form.setFieldValue('atOnce', { automatic: false, typed })}
            />
            <TextInput
              className={classes.count ?? ''}
              aria-label={`Files at a time, 1 to ${MOST_AT_ONCE}`}
              inputMode="numeric"
              value={typed}
              error={atOnceProblem !== undefined}
              onChange={(event) => form.setFieldValue('atOnce', { automatic: false, typed: event.currentTarget.value })}
            />
          </div>
          {atOnceProblem !== undefined && <p className={classes.problem}>{atOnceProblem}</p>}
        </fieldset>
      )}
      {failure !== null && (
        <p className={classes.problem} role="alert">
          {failure}
        </p>
      )}
      <div className={classes.foot}>
        <Button variant="default" onClick={onDone}>
          {isFirst ? 'Not now' : 'Cancel'}
        </Button>
        <Button type="submit" disabled={!form.isValid()}>
          Save
        </Button>
      </div>
    </form>
  );
}

function useSettings() {
  const saved = useWindowStore((state) => state.queueSettings);
  const pays = useWindowStore((state) => state.held.unit);
  // A limit that is kept is shown in its own token, whichever pays now.
  const unitNow = useWindowStore(({ held }) =>
    saved.spendingLimit === null ? held.unit : (held.limit?.limit ?? null),
  );
  // What the amount is typed in must not change under the person's hands.
  const [{ unit, schema }, setMeasured] = useState(() => measuredIn(unitNow, saved.spendingLimit));
  const form = useForm({
    initialValues: draftOf(saved, unit),
    validate: schemaResolver(schema, { sync: true }),
    validateInputOnChange: true,
    transformValues: schema.parse,
  });
  const { setFieldValue, isDirty } = form;
  // Of a new account, and after a start, the tokens are still being read.
  useEffect(() => {
    const measured = measuredIn(unitNow, saved.spendingLimit);
    if (unit.decimals !== null || measured.unit.decimals === null || isDirty('spendingLimit')) return;
    setMeasured(measured);
    setFieldValue('spendingLimit', draftOf(saved, measured.unit).spendingLimit);
  }, [saved, setFieldValue, isDirty, unit, unitNow]);
  const setToken = (token: LimitUnit): void => {
    const measured = measuredIn(token, saved.spendingLimit);
    setMeasured(measured);
    setFieldValue('spendingLimit', noLimit(measured.unit));
  };
  const isOther = unit.token !== null && pays !== null && pays.token !== null && pays.token !== unit.token;
  return { form, unit, other: isOther ? limitUnit(pays) : null, setToken, hasLimit: saved.spendingLimit !== null };
}

function measuredIn(now: LimitUnit | null, saved: SpendingLimit | null) {
  const unit = limitUnit(now);
  return { unit, schema: typedSettings(unit, saved) };
}

function unitWords({ token, decimals }: LimitUnit): string {
  if (decimals === null) return token === null ? 'base units' : `base units of ${token}`;
  return token ?? 'tokens';
}

export function SettingsPopover({ opened, setOpened, buttonRef }: Opening) {
  // Opened only once it is drawn, it knows where the focus was.
  const isThere = useMounted();
  return (
    <Popover
      opened={opened && isThere}
      onChange={setOpened}
      position="bottom-end"
      middlewares={inSight}
      width={420}
      shadow="lg"
      radius="lg"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <LimitsButton ref={buttonRef} onClick={() => setOpened(!opened)} />
      </Popover.Target>
      <Popover.Dropdown className={classes.menu ?? ''}>
        <h2 className={classes.title}>Limits</h2>
        <SettingsForm onDone={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

type FirstLimitsProps = { readonly accountId: string; readonly onDone: () => void };

/** Offered once, when the first account of a service was added: from here on files cost money. */
export function FirstLimits({ accountId, onDone }: FirstLimitsProps) {
  const name = useWindowStore((state) => state.accounts.find(({ id }) => id === accountId)?.name ?? '');
  // Settings are those of the active account, which the new one is as soon as main has said so.
  const isActive = useWindowStore((state) => state.activeAccountId === accountId);
  // With them it is known what an amount is measured in.
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
