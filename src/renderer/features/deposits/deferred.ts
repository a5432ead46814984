import { DepositScreen } from './DepositScreen.tsx';
import { DepositScreen as DepositScreenPlace } from './index.ts';

DepositScreenPlace.provide(DepositScreen);
