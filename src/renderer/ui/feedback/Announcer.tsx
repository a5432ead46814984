import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

type Props = {
  /** What a screen reader should know now. Changes are spoken at most every `everyMs`. */
  readonly text: string;
  readonly everyMs: number;
  /** Spoken at once when it becomes true: the end of something. */
  readonly urgent: boolean;
};

/** Tells people who listen to the screen what changes on it, without talking all the time. */
export function Announcer({ text, everyMs, urgent }: Props) {
  const [spoken, setSpoken] = useState(text);
  const latest = useRef(text);
  latest.current = text;

  useEffect(() => {
    const timer = setInterval(() => setSpoken(latest.current), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);

  useEffect(() => {
    if (urgent) setSpoken(latest.current);
  }, [urgent]);

  return (
    <VisuallyHidden role="status" aria-live="polite">
      {spoken}
    </VisuallyHidden>
  );
}
