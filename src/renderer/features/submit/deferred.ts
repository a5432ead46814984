import { DropDialog } from './drop/DropDialog.tsx';
import { PassphraseDialog } from './drop/PassphraseDialog.tsx';
import {
  DropDialog as DropDialogPlace,
  FirstLimits as FirstLimitsPlace,
  PassphraseDialog as PassphraseDialogPlace,
} from './index.ts';
import { Queue } from './Queue.tsx';
import { QueuePlace } from './SubmitScreen.tsx';
import { FirstLimits } from './settings/FirstLimits.tsx';
import { SettingsPlace } from './settings/QueueSettings.tsx';
import { SettingsPopover } from './settings/SettingsPopover.tsx';

DropDialogPlace.provide(DropDialog);
PassphraseDialogPlace.provide(PassphraseDialog);
FirstLimitsPlace.provide(FirstLimits);
QueuePlace.provide(Queue);
SettingsPlace.provide(SettingsPopover);
