import type { WatchEnd, WatchNews } from '../bridge/lookup.ts';
import { visibleName } from '../text.ts';

type Named = Pick<WatchNews, 'name' | 'submissionId'>;
type End = Pick<WatchEnd, 'name' | 'submissionId' | 'why'>;
type DesktopWords = { readonly title: string; readonly body: string };

export function watchedWords(news: Named): string {
  return `${named(news)} is in a block now.`;
}

export function watchEndWords(end: End): string {
  switch (end.why) {
    case 'unknown':
      return `${named(end)} is no longer watched, because the service does not know it. Check its id and the account, then look it up again.`;
    case 'not-offered':
      return `${named(end)} is no longer watched, because the service needs an access token for look-ups. Add one under Accounts.`;
  }
}

export function watchedNotice(news: Named): DesktopWords {
  return { title: 'A submission is in a block', body: shortened(news) };
}

export function watchEndNotice(end: End): DesktopWords {
  const title =
    end.why === 'unknown'
      ? 'The service does not know a submission you watch'
      : 'A submission can no longer be watched';
  return { title, body: shortened(end) };
}

/** What the service or a file name says cannot turn the words around. */
function named({ name, submissionId }: Named): string {
  return visibleName(name ?? submissionId);
}

function shortened(what: Named): string {
  return named(what).slice(0, 200);
}
