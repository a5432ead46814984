import { join, resolve } from 'node:path';
import type { Retrieval } from '../shared/bridge/retrieval.ts';
import { failureMessage } from '../shared/messages/failures/failure-message.ts';
import { accountNamed } from './accounts.ts';
import type { Client } from './client.ts';
import { CommandError, cancelled, type Exit } from './exit.ts';
import { idOf } from './lookups.ts';
import { firstLine, makeFolder, textOf } from './named-files.ts';
import type { Output } from './output.ts';

export type GetOptions = {
  readonly account?: string;
  readonly output: string;
  readonly passphraseFile?: string;
  readonly identityFile?: string;
};

type Key =
  | { readonly kind: 'passphrase'; readonly passphrase: string }
  | { readonly kind: 'identity'; readonly identity: string };

/** Downloads a submission into a folder, and compares it with what was submitted. */
export async function get(
  client: Client,
  output: Output,
  typed: string,
  options: GetOptions,
  cancel: AbortSignal,
): Promise<Exit> {
  const submissionId = idOf(typed);
  await client.catchUp();
  const { id: accountId } = await accountNamed(client, options.account);
  const here = await client.ask('lookup.kept', { accountId, submissionId });
  const from = { kind: 'id', accountId: here.ok ? here.value.accountId : accountId, submissionId } as const;
  const key = await keyOf(options);
  const folder = resolve(options.output);
  await makeFolder(folder);
  let changed = Promise.withResolvers<void>();
  cancel.addEventListener('abort', () => changed.resolve());
  const download = async (): Promise<Retrieval> => {
    const { id } = await client.call('retrieval.startInto', { from, paths: [folder] });
    let isKeyGiven = false;
    for (;;) {
      changed = Promise.withResolvers();
      const retrieval = (await client.call('retrieval.list', {})).find((one) => one.id === id);
      if (retrieval === undefined || cancel.aborted) throw cancelled();
      const { state } = retrieval;
      const isDone = state.kind === 'saved' || state.kind === 'failed';
      if (isDone || (state.kind === 'waiting' && state.why === 'unreachable')) return retrieval;
      if (state.kind === 'needs-key') {
        if (key === null || isKeyGiven) return retrieval;
        isKeyGiven = true;
        await client.call('retrieval.answer', { id, answer: key });
      }
      if (state.kind === 'fetching') output.progress(`${state.done} of ${state.total ?? 'an unknown number of'} bytes`);
      await changed.promise;
    }
  };
  const heard = ({ kind }: { readonly kind: string }): void => {
    if (kind.startsWith('retrieval.')) changed.resolve();
  };
  const { id, state } = await client.listen(heard, download).finally(() => output.progress(''));
  await client.call('retrieval.dismiss', { id });
  switch (state.kind) {
    case 'saved': {
      const { size: bytes, proof, source, fileName } = state;
      const path = join(folder, fileName);
      output.write({ event: 'saved', submissionId, path, bytes, proof, source }, path);
      return 'done';
    }
    case 'failed':
      throw new CommandError('failed', state.reason.code, failureMessage(state.reason));
    case 'needs-key': {
      const message = 'It is encrypted. Use --passphrase-file, or --identity-file with a secret key that can read it.';
      throw new CommandError('failed', 'key-needed', key === null ? message : 'This key does not open it.');
    }
    default:
      throw new CommandError('unreachable', 'unreachable', 'The service cannot be reached. Try again later.');
  }
}

async function keyOf({ passphraseFile, identityFile }: GetOptions): Promise<Key | null> {
  if (passphraseFile !== undefined) return { kind: 'passphrase', passphrase: await firstLine(passphraseFile) };
  return identityFile === undefined ? null : { kind: 'identity', identity: await textOf(identityFile) };
}
