import { Radio } from '@mantine/core';
import { useId } from 'react';
import { type PrivacyKind, privacyKinds } from '../../../shared/bridge/encryption.ts';
import classes from './Privacy.module.css';
import { readerHints, readerNames } from './privacy-words.ts';

type Props = {
  readonly legend: string;
  readonly value: PrivacyKind;
  readonly onChange: (kind: PrivacyKind) => void;
};

export function Readers({ legend, value, onChange }: Props) {
  const name = useId();
  return (
    <fieldset className={classes.part}>
      <legend>{legend}</legend>
      {privacyKinds.map((kind) => (
        <Radio
          key={kind}
          name={name}
          label={readerNames[kind]}
          description={readerHints[kind]}
          checked={value === kind}
          data-autofocus={value === kind ? true : undefined}
          onChange={() => onChange(kind)}
        />
      ))}
    </fieldset>
  );
}
