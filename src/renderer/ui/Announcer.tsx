import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

/**
 * What stands in the page for who listens to it. What is not true any more is taken out at once, which is not spoken; what
 * is true instead comes when its time has come.
 */
export class Speech {
  readonly #show: (text: string) => void;
  readonly #timer: ReturnType<typeof setInterval>;
  #text: string;
  #shown: string;
  #isUrgent: boolean;

  /** `shown`: what stands there already. Changes are shown every `everyMs`. */
  constructor(shown: string, everyMs: number, show: (text: string) => void) {
    this.#show = show;
    this.#text = shown;
    this.#shown = shown;
    this.#isUrgent = false;
    this.#timer = setInterval(() => this.#tell(this.#text), everyMs);
  }

  /** This is true now; `urgent` has it shown at once where it was not urgent before. */
  say(text: string, urgent: boolean): void {
    this.#text = text;
    const isAtOnce = urgent && !this.#isUrgent;
    this.#isUrgent = urgent;
    if (isAtOnce) this.#tell(text);
    else if (text !== this.#shown) this.#tell('');
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #tell(text: string): void {
    if (text === this.#shown) return;
    this.#shown = text;
    this.#show(text);
  }
}

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
