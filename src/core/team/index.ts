export { Sharing } from './sharing.ts';
export { Team, teamHandlers } from './team.ts';
