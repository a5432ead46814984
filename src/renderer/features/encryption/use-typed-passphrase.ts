import { useState } from 'react';
import { nothingTyped, passphraseProblem } from './passphrase.ts';

export function useTypedPassphrase() {
  const [value, setValue] = useState(nothingTyped);
  const [problem, setProblem] = useState<ReturnType<typeof passphraseProblem>>(null);

  /** Null where something is missing, which is shown then, and gets the focus. */
  const read = (form: HTMLFormElement | null): string | null => {
    const found = passphraseProblem(value);
    setProblem(found);
    if (found === null) return value.typed;
    const name = found.field === 'typed' ? 'passphrase' : 'repeated';
    form?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();
    return null;
  };
  const clear = (): void => {
    setValue(nothingTyped);
    setProblem(null);
  };
  return { fields: { value, onChange: setValue, problem }, read, clear };
}
