import { LookupScreen as LookupScreenPlace } from './index.ts';
import { LookupScreen } from './LookupScreen.tsx';

LookupScreenPlace.provide(LookupScreen);
