import type { PopoverProps } from '@mantine/core';

/** For a popover below a button. It moves into the window, and covers the button if there is no room below or above. */
export const keepInView: NonNullable<PopoverProps['middlewares']> = {
  flip: true,
  shift: { crossAxis: true, padding: 8 },
};
