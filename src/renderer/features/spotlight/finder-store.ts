import { createSpotlight } from '@mantine/spotlight';

export const [spotlightStore, finder] = createSpotlight();
