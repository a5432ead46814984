/** A team is a PostgreSQL database that several installations share. */
export const teamMessages = {
  'team-unreachable':
    'The team’s database does not answer. Check its address and your network connection, then try again.',
  'team-untrusted':
    'This computer does not trust the certificate of the team’s database, or it is for another server. Ask its administrator.',
  'team-not-set-up':
    'The team’s database is not set up yet. Run “dropslip team init”, or use the button under Preferences.',
  'team-older':
    'The team’s database was set up by an older Dropslip. Run “dropslip team init”, or use the button under Preferences.',
  'team-newer': 'The team’s database was set up by a newer Dropslip. Update Dropslip, then try again.',
  'team-no-rights':
    'The team’s database does not give this user all the permissions that Dropslip needs. Ask its administrator for them.',
  'team-password-wrong': 'The team’s database did not accept this user name and password. Check both, then try again.',
  'team-database-missing':
    'The server has no database with this name. Check the address, or ask its administrator to create the database.',
  'team-address-wrong':
    'This is not the address of a team’s database. Example: postgres://user@server.example/database.',
  'team-set-by-environment': 'The variable DROPSLIP_TEAM sets the team. Change it there.',
  'team-failed':
    'The team’s database could not do that. Ask its administrator: the log of the database names the reason.',
} as const;
