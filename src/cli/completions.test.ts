import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { shells } from './completions.ts';
import { run } from './program.ts';

const scripts = { bash: '', zsh: '', fish: '' };

beforeAll(async () => {
  for (const shell of shells) {
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((piece) => {
      scripts[shell] += String(piece);
      return true;
    });
    expect(await run(['completions', shell], import.meta.url)).toBe(0);
    write.mockRestore();
  }
});

/** Runs a script in a shell. Returns the lines that it writes. */
function lines(shell: string, text: string, ...options: readonly string[]): readonly string[] {
  const { status, stdout, stderr } = spawnSync(shell, [...options, '-c', text], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout.split('\n').filter((line) => line !== '');
}

/** True if the shell is not installed. */
function misses(shell: string): boolean {
  return spawnSync(shell, ['-c', 'true']).status !== 0;
}

describe.skipIf(misses('bash'))('in bash (skipped where there is none)', () => {
  function completed(...words: readonly string[]): readonly string[] {
    const given = words.map((word) => `'${word}'`).join(' ');
    const call = `COMP_WORDS=(dropslip ${given}); COMP_CWORD=${words.length}; _dropslip`;
    return lines('bash', `${scripts.bash}${call}; printf '%s\\n' "\${COMPREPLY[@]}"`);
  }

  test('the script has no syntax error', () => {
    expect(lines('bash', scripts.bash, '-n')).toEqual([]);
  });

  test('commands, subcommands, options and choices are completed', () => {
    expect(completed('se')).toEqual(['send', 'serve']);
    expect(completed('accounts', 'r')).toEqual(['remove']);
    expect(completed('accounts', 'add', '--s')).toEqual(['--submit-address']);
    expect(completed('completions', '')).toEqual(['bash', 'zsh', 'fish']);
  });

  test('the value of an option is not taken for a command', () => {
    expect(completed('--data', 'send', 'se')).toEqual(['send', 'serve']);
  });

  test('paths and values of options are left to bash, which completes files', () => {
    expect(completed('send', '')).toEqual([]);
    expect(completed('get', '--output', '')).toEqual([]);
  });
});

test.skipIf(misses('zsh'))('the zsh script has no syntax error (skipped without zsh)', () => {
  expect(lines('zsh', scripts.zsh, '-n')).toEqual([]);
});

describe.skipIf(misses('fish'))('in fish (skipped where there is none)', () => {
  const completed = (line: string): readonly string[] =>
    lines('fish', `${scripts.fish}complete -C '${line}'`).map((each) => each.split('\t')[0] ?? '');

  test('the script has no syntax error', () => {
    expect(lines('fish', scripts.fish, '-n')).toEqual([]);
  });

  test('commands, subcommands and options are completed', () => {
    expect(completed('dropslip se')).toEqual(['send', 'serve']);
    expect(completed('dropslip accounts r')).toEqual(['remove']);
    expect(completed('dropslip send --pr')).toEqual(['--private']);
  });
});
