import { Button, Radio, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useWindowStore } from '../../data/window-store.ts';
import { saveQueueSettings } from './commands.ts';
import classes from './QueueSettingsForm.module.css';
import { draftOf, type LineUnit, lineUnit, MOST_AT_ONCE, readDraft } from './queue-settings-draft.ts';

type Props = { readonly onDone: () => void };

export function QueueSettingsForm({ onDone }: Props) {
  const saved = useWindowStore((state) => state.queueSettings);
  const cost = useWindowStore((state) => state.summary.estimate?.cost ?? null);
  // What the amount is typed in must not change under the person's hands.
  const [unit] = useState<LineUnit>(() => lineUnit(cost));
  const [draft, setDraft] = useState(() => draftOf(saved, unit));
  const [failure, setFailure] = useState<string | null>(null);
  const reading = readDraft(draft, unit);

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (reading.settings === null) return;
    const failed = await saveQueueSettings(reading.settings);
    if (failed === null) onDone();
    else setFailure(failed.message);
  };

  return (
    <form className={classes.form} onSubmit={(event) => void save(event)}>
      <fieldset className={classes.group}>
        <legend>Files at a time</legend>
        <Radio
          name="at-once"
          label="Automatic"
          description="Dropslip finds out what your connection and the service can take."
          checked={draft.automatic}
          data-autofocus={draft.automatic || undefined}
          onChange={() => setDraft({ ...draft, automatic: true })}
        />
        <div className={classes.set}>
          <Radio
            name="at-once"
            label="Set to"
            checked={!draft.automatic}
            onChange={() => setDraft({ ...draft, automatic: false })}
          />
          <TextInput
            className={classes.count ?? ''}
            aria-label={`Files at a time, 1 to ${MOST_AT_ONCE}`}
            inputMode="numeric"
            value={draft.atOnce}
            error={reading.atOnceProblem !== null}
            onChange={(event) => setDraft({ ...draft, automatic: false, atOnce: event.currentTarget.value })}
          />
        </div>
        {reading.atOnceProblem !== null && <p className={classes.problem}>{reading.atOnceProblem}</p>}
      </fieldset>
      <TextInput
        className={classes.line ?? ''}
        label={`Ask me beyond … ${unitWords(unit)}`}
        description="A batch that would cost more waits for your word. Leave it empty to have no line."
        placeholder="No line"
        inputMode="decimal"
        autoComplete="off"
        value={draft.line}
        error={reading.lineProblem}
        onChange={(event) => setDraft({ ...draft, line: event.currentTarget.value })}
      />
      {reading.lineOtherwise !== null && <p>{reading.lineOtherwise}</p>}
      {failure !== null && (
        <p className={classes.problem} role="alert">
          {failure}
        </p>
      )}
      <div className={classes.foot}>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" disabled={reading.settings === null}>
          Save
        </Button>
      </div>
    </form>
  );
}

function unitWords({ token, decimals }: LineUnit): string {
  if (decimals === null) return token === null ? 'base units' : `base units of ${token}`;
  return token ?? 'tokens';
}
