import { Tray as TrayPlace } from './index.ts';
import { Tray } from './Tray.tsx';

TrayPlace.provide(Tray);
