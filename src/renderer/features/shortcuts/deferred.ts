import { ShortcutsDialog as ShortcutsDialogPlace } from './index.ts';
import { ShortcutsDialog } from './ShortcutsDialog.tsx';

ShortcutsDialogPlace.provide(ShortcutsDialog);
