export { GetBackButton } from './GetBackButton.tsx';
export { GetBackById } from './GetBackById.tsx';
export { listenForRetrievals } from './retrieval-state.ts';
export { Tray } from './Tray.tsx';
