import { PasswordInput } from '@mantine/core';
import { IconWand } from '@tabler/icons-react';
import { useState } from 'react';
import { LONGEST_PASSPHRASE } from '../../../shared/bridge/encryption.ts';
import { CopyButton } from '../../ui/copy.tsx';
import { ActionButton } from '../../ui/IconButton.tsx';
import classes from './Privacy.module.css';
import { makePassphrase, nothingTyped, passphraseProblem, type TypedPassphrase } from './passphrase.ts';
import { forgettingWords } from './privacy-words.ts';

type Props = {
  readonly value: TypedPassphrase;
  readonly onChange: (value: TypedPassphrase) => void;
  /** Set once the user has tried to continue. */
  readonly problem: ReturnType<typeof passphraseProblem>;
};

export function PassphraseFields({ value, onChange, problem }: Props) {
  const [visible, setVisible] = useState(false);
  const [made, setMade] = useState('');
  const field = {
    visible,
    onVisibilityChange: setVisible,
    maxLength: LONGEST_PASSPHRASE,
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[],
  };

  const make = (): void => {
    const passphrase = makePassphrase();
    setMade(passphrase);
    setVisible(true);
    onChange({ typed: passphrase, repeated: passphrase });
  };

  return (
    <div className={classes.fields}>
      <PasswordInput
        {...field}
        label="Passphrase"
        name="passphrase"
        description="Several words are easy to remember and hard to guess."
        visibilityToggleButtonProps={{ 'aria-label': 'Show the passphrase' }}
        value={value.typed}
        error={problem?.field === 'typed' ? problem.text : undefined}
        onChange={(event) => onChange({ ...value, typed: event.currentTarget.value })}
      />
      <PasswordInput
        {...field}
        label="Repeat it"
        name="repeated"
        visibilityToggleButtonProps={{ 'aria-label': 'Show the repeated passphrase' }}
        value={value.repeated}
        error={problem?.field === 'repeated' ? problem.text : undefined}
        onChange={(event) => onChange({ ...value, repeated: event.currentTarget.value })}
      />
      <div className={classes.made}>
        <ActionButton icon={IconWand} size="xs" onClick={make}>
          Make one for me
        </ActionButton>
        {made !== '' && made === value.typed && (
          <>
            <span role="status">Done. Save it where you keep your passwords.</span>
            <CopyButton text={made} what="the passphrase" />
          </>
        )}
      </div>
      <p className={classes.warning}>{forgettingWords}</p>
    </div>
  );
}

export function useTypedPassphrase() {
  const [value, setValue] = useState(nothingTyped);
  const [problem, setProblem] = useState<ReturnType<typeof passphraseProblem>>(null);

  /** The passphrase; null if it is invalid. The problem is then shown, and its field gets the focus. */
  const read = (form: HTMLFormElement | null): string | null => {
    const found = passphraseProblem(value);
    setProblem(found);
    if (found === null) return value.typed;
    const name = found.field === 'typed' ? 'passphrase' : 'repeated';
    form?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();
    return null;
  };
  return { fields: { value, onChange: setValue, problem }, read };
}
