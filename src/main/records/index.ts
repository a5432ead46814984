export { createHistory, type History, type HistoryParts } from './records.ts';
