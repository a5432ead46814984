export { createHistory, type History, type HistoryParts } from './history.ts';
