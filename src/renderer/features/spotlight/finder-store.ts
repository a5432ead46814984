import { createSpotlight } from '@mantine/spotlight';

/** Whether the finder is open, and what is selected in it. */
export const [spotlightStore, finder] = createSpotlight();
