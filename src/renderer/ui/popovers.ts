import type { PopoverProps } from '@mantine/core';

/** A popover below a button. It moves into the window, and covers the button if there is no room below or above. */
export const belowButton = {
  position: 'bottom-end',
  middlewares: { flip: true, shift: { crossAxis: true, padding: 8 } },
  shadow: 'lg',
  radius: 'lg',
} as const satisfies Partial<PopoverProps>;
