import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Speech } from './speech.ts';

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
  const shown = useRef(spoken);
  shown.current = spoken;
  const speech = useRef<Speech | null>(null);

  useEffect(() => {
    const made = new Speech(shown.current, everyMs, setSpoken);
    speech.current = made;
    return () => made.close();
  }, [everyMs]);

  useEffect(() => speech.current?.say(text, urgent), [text, urgent]);

  return (
    <VisuallyHidden role="status" aria-live="polite">
      {spoken}
    </VisuallyHidden>
  );
}
