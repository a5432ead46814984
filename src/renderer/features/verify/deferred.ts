import { CheckDialog } from './CheckDialog.tsx';
import { CheckDialog as CheckDialogPlace, VerifyScreen as VerifyScreenPlace } from './index.ts';
import { VerifyScreen } from './VerifyScreen.tsx';

CheckDialogPlace.provide(CheckDialog);
VerifyScreenPlace.provide(VerifyScreen);
