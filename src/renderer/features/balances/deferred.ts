import { BalancesScreen } from './BalancesScreen.tsx';
import { BalancesScreen as BalancesScreenPlace } from './index.ts';

BalancesScreenPlace.provide(BalancesScreen);
