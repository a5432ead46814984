import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import dialog from './Dialog.module.css';

/** The reason why the last attempt failed. */
export function Problem({ text }: { readonly text: string | null }) {
  if (text === null) return null;
  return (
    <p className={dialog.problem} role="alert">
      {text}
    </p>
  );
}

type Props = {
  readonly failure?: string | null;
  readonly cancel?: string;
  readonly onCancel: () => void;
  readonly submit: string;
  readonly isBusy?: boolean;
  readonly isReady?: boolean;
  readonly className?: string | undefined;
  readonly children?: ReactNode;
};

export function FormFoot({
  failure = null,
  cancel = 'Cancel',
  submit,
  isBusy = false,
  isReady = true,
  ...rest
}: Props) {
  return (
    <>
      <Problem text={failure} />
      <div className={rest.className ?? dialog.foot}>
        {rest.children}
        <Button variant="default" onClick={rest.onCancel}>
          {cancel}
        </Button>
        <Button type="submit" loading={isBusy} disabled={!isReady}>
          {submit}
        </Button>
      </div>
    </>
  );
}
