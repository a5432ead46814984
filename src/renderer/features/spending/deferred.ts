import { SpendingScreen as SpendingScreenPlace } from './index.ts';
import { SpendingScreen } from './SpendingScreen.tsx';

SpendingScreenPlace.provide(SpendingScreen);
