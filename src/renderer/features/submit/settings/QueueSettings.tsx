import { ActionIcon, Button, Popover, Radio, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useState } from 'react';
import { failureMessage } from '../../../../shared/messages/failures/failure-message.ts';
import { useWindowStore } from '../../../data/window-store.ts';
import { inSight } from '../../../ui/in-sight.ts';
import { saveQueueSettings } from '../commands.ts';
import classes from './QueueSettings.module.css';
import {
  draftOf,
  type LimitUnit,
  limitOtherwise,
  limitUnit,
  MOST_AT_ONCE,
  typedSettings,
} from './queue-settings-draft.ts';

/** The queue's settings, behind a button of the toolbar. */
export function QueueSettings() {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-end"
      middlewares={inSight}
      width={320}
      shadow="lg"
      radius="lg"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon size="md" aria-label="Queue settings" title="Queue settings" onClick={() => setOpen((was) => !was)}>
          <IconAdjustmentsHorizontal size={18} stroke={1.7} aria-hidden="true" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="Queue settings" className={classes.menu ?? ''}>
        <SettingsForm onDone={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

function SettingsForm({ onDone }: { readonly onDone: () => void }) {
  const saved = useWindowStore((state) => state.queueSettings);
  const cost = useWindowStore((state) => state.summary.estimate?.cost ?? null);
  // What the amount is typed in must not change under the person's hands.
  const [{ unit, schema }] = useState(() => {
    const measured = limitUnit(cost);
    return { unit: measured, schema: typedSettings(measured) };
  });
  const form = useForm({
    initialValues: draftOf(saved, unit),
    validate: schemaResolver(schema, { sync: true }),
    validateInputOnChange: true,
    transformValues: schema.parse,
  });
  const [failure, setFailure] = useState<string | null>(null);
  const { automatic, typed } = form.values.atOnce;
  const { atOnce: atOnceProblem } = form.errors;
  const otherwise = limitOtherwise(form.values.spendingLimit, unit);

  const save = form.onSubmit(async (settings) => {
    const failed = await saveQueueSettings(settings);
    if (failed === null) onDone();
    else setFailure(failureMessage(failed));
  });

  return (
    <form className={classes.form} onSubmit={save}>
      <fieldset className={classes.group}>
        <legend>Files at a time</legend>
        <Radio
          name="at-once"
          label="Automatic"
          description="Dropslip finds out what your connection and the service can take."
          checked={automatic}
          data-autofocus={automatic || undefined}
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
      <TextInput
        className={classes.limit ?? ''}
        label={`Ask me beyond … ${unitWords(unit)}`}
        description="A batch that would cost more waits for your word. Leave it empty to have no line."
        placeholder="No line"
        inputMode="decimal"
        autoComplete="off"
        {...form.getInputProps('spendingLimit')}
      />
      {otherwise !== null && <p>{otherwise}</p>}
      {failure !== null && (
        <p className={classes.problem} role="alert">
          {failure}
        </p>
      )}
      <div className={classes.foot}>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" disabled={!form.isValid()}>
          Save
        </Button>
      </div>
    </form>
  );
}

function unitWords({ token, decimals }: LimitUnit): string {
  if (decimals === null) return token === null ? 'base units' : `base units of ${token}`;
  return token ?? 'tokens';
}
