import { Button, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { formatDecimal } from '../format.ts';
import classes from './AmountInput.module.css';
import { meantQuestion } from './amount-text.ts';

export type NumberFieldProps = {
  readonly label: string;
  readonly text: string;
  /** What the text may mean, as plain decimal text, where people write it differently: the field asks. */
  readonly meant: readonly string[];
  /** Behind each of these. */
  readonly nameOfUnit?: string;
  readonly problem: string | null;
  readonly isWhole?: boolean;
  readonly isFirst?: boolean;
  /** Stands where the question comes, while there is none. */
  readonly description?: string;
  readonly placeholder?: string;
  readonly className?: string;
  readonly onText: (text: string) => void;
  readonly onMeant: (meant: string) => void;
};

/** A field for a number of any size. What may be read in two ways is asked about, and never guessed. */
export function NumberField(props: NumberFieldProps) {
  const { label, text, meant, nameOfUnit = '', problem, isWhole = false, isFirst = false, onText, onMeant } = props;
  const input = useRef<HTMLInputElement>(null);
  const answer = (one: string): void => {
    onMeant(one);
    // The button that was pressed is gone.
    input.current?.focus();
  };
  return (
    <div className={classes.field}>
      <TextInput
        ref={input}
        className={props.className ?? ''}
        label={label}
        placeholder={props.placeholder ?? ''}
        inputMode={isWhole ? 'numeric' : 'decimal'}
        autoComplete="off"
        classNames={{ input: classes.input ?? '' }}
        data-autofocus={isFirst || undefined}
        value={text}
        description={meant.length > 0 ? meantQuestion(meant) : props.description}
        descriptionProps={{ 'aria-live': 'polite' }}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={problem}
        onChange={(event) => onText(event.currentTarget.value)}
      />
      {meant.length > 0 && (
        <div className={classes.answers}>
          {meant.map((one) => (
            <Button key={one} variant="default" size="compact-sm" onClick={() => answer(one)}>
              {`${formatDecimal(one)} ${nameOfUnit}`.trim()}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
