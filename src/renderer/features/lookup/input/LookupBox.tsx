import { Button, Textarea } from '@mantine/core';
import { IconFileSearch, IconSearch, IconX } from '@tabler/icons-react';
import { type ClipboardEvent, type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { windowApi } from '../../../data/window-api.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { GetBackById } from '../../retrieval/index.ts';
import { lookUp, lookUpFile, startOver } from '../commands.ts';
import { useLookup, type View } from '../lookup-state.ts';
import { askTyped, typeText } from '../typing.ts';
import classes from './LookupBox.module.css';

/** Longer texts are lists, which have a table of their own: the box need not hold them too. */
const LONGEST_SHOWN = 2_000;

export function LookupBox() {
  const text = useLookup((state) => state.text);
  const isStart = useLookup((state) => state.view.kind === 'start');

  const box = useRef<HTMLTextAreaElement>(null);

  // Whoever opens this screen has a question: it can be typed over the last one at once.
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.select();
  }, []);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    askTyped(text);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' && !text.includes('\n') && focusFirstMatch()) event.preventDefault();
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    askTyped(text);
  };
  /** What is pasted over everything, or over what has its answer, is the whole question: it needs no further key. */
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>): void => {
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    const pasted = event.clipboardData.getData('text/plain');
    const isPart = isDraft() && (selectionStart !== 0 || selectionEnd !== value.length);
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
        onChange={(event) => typeText(event.currentTarget.value)}
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
        <GetBackById />
      </div>
    </form>
  );
}

/** What stands in the box was typed, and not asked for yet. */
function isDraft(): boolean {
  const { text, view } = useLookup.getState();
  const isAnswer: readonly View['kind'][] = ['submission', 'list', 'broken'];
  return text !== '' && !isAnswer.includes(view.kind) && (view.kind !== 'matches' || view.typed !== null);
}

function focusFirstMatch(): boolean {
  const first = document.querySelector<HTMLButtonElement>('[data-matches] button');
  first?.focus();
  return first !== null;
}

async function findByFile(): Promise<void> {
  const [file] = await windowApi().chooseFiles('file');
  if (file !== undefined) await lookUpFile(file);
}
