import { Button, Textarea } from '@mantine/core';
import { IconFileSearch, IconSearch, IconX } from '@tabler/icons-react';
import { type ClipboardEvent, type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { windowApi } from '../../data/window-api.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { lookUp, lookUpFile, startOver } from './commands.ts';
import classes from './LookupBox.module.css';
import { useLookup } from './lookup-state.ts';

/** Longer texts are lists, which have a table of their own: the box need not hold them too. */
const LONGEST_SHOWN = 2_000;

export function LookupBox() {
  const text = useLookup((state) => state.text);
  const isStart = useLookup((state) => state.view.kind === 'start');

  /** What was typed and not asked for yet. */
  const draft = useRef<string | null>(null);
  const box = useRef<HTMLTextAreaElement>(null);

  // Whoever opens this screen has a question: it can be typed over the last one at once.
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.select();
  }, []);

  const ask = (): void => {
    draft.current = null;
    void lookUp(text);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    ask();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    ask();
  };
  /** What is pasted over everything, or over what has its answer, is the whole question: it needs no further key. */
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>): void => {
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    const pasted = event.clipboardData.getData('text/plain');
    const isPart = draft.current === text && (selectionStart !== 0 || selectionEnd !== value.length);
    if (pasted.trim() === '' || isPart) return;
    event.preventDefault();
    void lookUp(pasted);
  };

  return (
    <form className={classes.box} onSubmit={submit}>
      <Textarea
        ref={box}
        className={classes.input}
        label="What to look up"
        classNames={{ label: classes.label }}
        data-list-search
        placeholder="Id, hash, file name, date or a list"
        autosize
        minRows={1}
        maxRows={4}
        spellCheck={false}
        leftSection={<IconSearch size={18} stroke={1.7} aria-hidden="true" />}
        rightSection={isStart && text === '' ? null : <IconButton icon={IconX} label="Clear" onClick={startOver} />}
        value={text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text}
        onChange={(event) => {
          draft.current = event.currentTarget.value;
          useLookup.setState({ text: draft.current });
        }}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      <div className={classes.buttons}>
        <Button type="submit">Look up</Button>
        <Button
          variant="default"
          leftSection={<IconFileSearch size={18} stroke={1.7} aria-hidden="true" />}
          onClick={() => void findByFile()}
        >
          Find by file
        </Button>
      </div>
    </form>
  );
}

async function findByFile(): Promise<void> {
  const [file] = await windowApi().chooseFiles('file');
  if (file !== undefined) await lookUpFile(file);
}
