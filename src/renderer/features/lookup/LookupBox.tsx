import { Button, Textarea } from '@mantine/core';
import { IconFileSearch, IconSearch, IconX } from '@tabler/icons-react';
import { type ClipboardEvent, type FormEvent, type KeyboardEvent, useRef } from 'react';
import { IconButton } from '../../ui/IconButton.tsx';
import { lookUp, lookUpFile, startOver } from './commands.ts';
import classes from './LookupBox.module.css';
import { useLookup } from './lookup-state.ts';

/** Longer texts are lists, which have a table of their own: the box need not hold them too. */
const LONGEST_SHOWN = 2_000;

export function LookupBox() {
  const text = useLookup((state) => state.text);
  const isStart = useLookup((state) => state.view.kind === 'start');
  const chooser = useRef<HTMLInputElement>(null);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void lookUp(text);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void lookUp(text);
  };
  /** What is pasted over everything is the whole question: its answer needs no further key. */
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>): void => {
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    const pasted = event.clipboardData.getData('text/plain');
    if (pasted.trim() === '' || selectionStart !== 0 || selectionEnd !== value.length) return;
    event.preventDefault();
    void lookUp(pasted);
  };

  return (
    <form className={classes.box} onSubmit={submit}>
      <Textarea
        className={classes.input}
        label="What to look up"
        classNames={{ label: classes.label }}
        placeholder="Id, hash, file name, date or a list"
        autosize
        minRows={1}
        maxRows={4}
        data-autofocus
        spellCheck={false}
        leftSection={<IconSearch size={18} stroke={1.7} aria-hidden="true" />}
        rightSection={isStart && text === '' ? null : <IconButton icon={IconX} label="Clear" onClick={startOver} />}
        value={text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text}
        onChange={(event) => useLookup.setState({ text: event.currentTarget.value })}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      <div className={classes.buttons}>
        <Button type="submit">Look up</Button>
        <Button
          variant="default"
          leftSection={<IconFileSearch size={18} stroke={1.7} aria-hidden="true" />}
          onClick={() => chooser.current?.click()}
        >
          Find by file
        </Button>
        <input
          ref={chooser}
          type="file"
          hidden
          aria-label="File to look up"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            if (file !== undefined) void lookUpFile(file);
            event.currentTarget.value = '';
          }}
        />
      </div>
    </form>
  );
}
