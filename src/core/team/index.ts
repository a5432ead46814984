export { Sharing } from './sharing.ts';
export { Team, teamHandlers } from './team.ts';
export { splitTeamAddress } from './team-address.ts';
