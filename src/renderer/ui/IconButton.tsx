import { Button, type ButtonProps, Loader } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { ComponentProps, MouseEvent } from 'react';
import classes from './IconButton.module.css';

type Props = {
  readonly icon: TablerIcon;
  readonly label: string;
  readonly onClick: () => void;
  readonly tabIndex?: number;
};

/** A button with only an icon. It is kept simple, as a list draws hundreds of them while it scrolls. */
export function IconButton({ icon: Icon, label, onClick, tabIndex }: Props) {
  const click = (event: MouseEvent): void => {
    // A click on a row opens its details, so its buttons stop the event.
    event.stopPropagation();
    onClick();
  };
  return (
    <button
      type="button"
      className={classes.button}
      aria-label={label}
      title={label}
      tabIndex={tabIndex}
      onClick={click}
    >
      <Icon size={18} stroke={1.7} aria-hidden="true" />
    </button>
  );
}

type ActionButtonProps = ButtonProps &
  Omit<ComponentProps<'button'>, keyof ButtonProps> & {
    readonly icon: TablerIcon;
    readonly isBusy?: boolean;
  };

export function ActionButton({ icon: Icon, isBusy = false, ...props }: ActionButtonProps) {
  return (
    <Button
      variant="default"
      leftSection={
        isBusy ? (
          <Loader size={18} color="gray" aria-hidden="true" />
        ) : (
          <Icon size={18} stroke={1.7} aria-hidden="true" />
        )
      }
      {...props}
    />
  );
}
