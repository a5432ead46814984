import type { WatchNews } from '../../shared/lookup.ts';

/** A watched submission's end in words. What the service or a file name says cannot turn their order around. */
export function landingWords({ name, submissionId, record }: WatchNews): {
  readonly title: string;
  readonly body: string;
} {
  const title = record.phase === 'failed' ? 'A submission failed in the service' : 'A submission is in a block';
  const what = name ?? submissionId;
  return { title, body: what.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '\ufffd').slice(0, 200) };
}
