import type { PopoverProps } from '@mantine/core';

/** For what opens below a button: where a low window has room neither below nor above, it lies over the button. */
export const inSight: NonNullable<PopoverProps['middlewares']> = { flip: true, shift: { crossAxis: true, padding: 8 } };
