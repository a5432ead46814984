import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { formatCount } from '../../../../ui/format.ts';
import classes from './Parts.module.css';

type Props = { readonly most: number; readonly onGo: (number: number) => void };

/** Among a million parts nobody finds one by scrolling. */
export function GoToPart({ most, onGo }: Props) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState(false);
  const go = (event: FormEvent): void => {
    event.preventDefault();
    const number = Number(typed.replace(/[\s.,’']/g, ''));
    const isOne = typed.trim() !== '' && Number.isInteger(number) && number >= 1 && number <= most;
    setProblem(!isOne);
    if (isOne) onGo(number);
  };
  return (
    <form className={classes.goTo} onSubmit={go}>
      <TextInput
        aria-label={`Part number, 1 to ${formatCount(most)}`}
        placeholder={`1 to ${formatCount(most)}`}
        inputMode="numeric"
        size="xs"
        value={typed}
        error={problem ? `There are parts 1 to ${formatCount(most)}.` : null}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setProblem(false);
        }}
      />
      <Button type="submit" size="xs" variant="default">
        Go to part
      </Button>
    </form>
  );
}
