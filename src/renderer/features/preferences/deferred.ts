import { PreferencesScreen as PreferencesScreenPlace } from './index.ts';
import { PreferencesScreen } from './PreferencesScreen.tsx';

PreferencesScreenPlace.provide(PreferencesScreen);
