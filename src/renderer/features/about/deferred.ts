import { AboutDialog } from './AboutDialog.tsx';
import { AboutDialog as AboutDialogPlace } from './index.ts';

AboutDialogPlace.provide(AboutDialog);
