import type { Handlers } from '../../shared/bridge/bridge.ts';
import { success } from '../../shared/failures/failure.ts';
import type { Retrievals } from './retrievals.ts';

export type RetrievalHandlerParts = { readonly retrievals: Retrievals };

export function retrievalHandlers({ retrievals }: RetrievalHandlerParts): Handlers<'retrieval'> {
  return {
    'retrieval.list': () => success(retrievals.list()),
    'retrieval.start': ({ from }) => retrievals.start(from),
    'retrieval.answer': ({ id, answer }) => retrievals.answer(id, answer),
    'retrieval.cancel': ({ id }) => retrievals.cancel(id),
    'retrieval.retry': ({ id }) => retrievals.retry(id),
    'retrieval.dismiss': ({ id }) => retrievals.dismiss(id),
    'retrieval.show': ({ id }) => retrievals.show(id),
  };
}
