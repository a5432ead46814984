import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitTeamAddress } from './team-address.ts';

test.each([
  ['postgres://ada:secret@db.example/team', 'postgres://ada@db.example/team', 'secret'],
  ['  postgresql://db.example:5433/team ', 'postgresql://db.example:5433/team', null],
  ['postgres://ada:p%40ss%2F1@[::1]:5432/team', 'postgres://ada@[::1]:5432/team', 'p@ss/1'],
  ['postgres://ada@db.example/team?sslmode=verify-full', 'postgres://ada@db.example/team?sslmode=verify-full', null],
  ['postgres://ada@db.example/team?sslmode=require&password=x', 'postgres://ada@db.example/team?sslmode=require', 'x'],
  ['postgres://ada:x@db.example/team?password=y', 'postgres://ada@db.example/team', 'x'],
])('%s is split from its password', (text, address, password) => {
  expect(splitTeamAddress(text)).toEqual({ ok: true, value: { address, password } });
});

test.each([
  ...['', 'team', 'db.example/team', 'mysql://db.example/team', 'postgres:team', 'postgres:///team'],
  ...['postgres://db.example', 'postgres://db.example/', 'postgres://ada:%zz@db.example/team', 'postgres://a:b#c@d/e'],
])('“%s” is not the address of a team', (text) => {
  expect(splitTeamAddress(text)).toEqual({ ok: false, error: { code: 'team-address-wrong' } });
});

test('any password is split off as it was', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), (password) => {
      const split = splitTeamAddress(`postgres://ada:${encodeURIComponent(password)}@db.example/team`);
      expect(split).toEqual({ ok: true, value: { address: 'postgres://ada@db.example/team', password } });
    }),
  );
});
