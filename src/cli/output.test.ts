import { afterEach, expect, test, vi } from 'vitest';
import { Output } from './output.ts';

afterEach(() => vi.restoreAllMocks());

test('a file name cannot control the terminal', () => {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  new Output(false).write({ event: 'file' }, '/a\u001b[2J\u001b]0;title\u0007.txt: submitted', '  in line');
  const text = String(written.mock.calls[0]?.[0]);
  expect(text).not.toMatch(/(?!\n)\p{Cc}/u);
  expect(text).toMatch(/submitted\n {2}in line\n$/);
});
