import { Button, Modal, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { z } from 'zod';
import { failureMessage } from '../../../../shared/messages/failures/failure-message.ts';
import { visibleName } from '../../../../shared/text.ts';
import dialog from '../../../ui/Dialog.module.css';
import { settleWentThrough } from '../commands.ts';
import { typedSubmissionId } from '../list/choices.ts';

/** The unsettled submission, or part of one, that a person has found with the service. */
export type Settling = { readonly id: number; readonly name: string };

const typed = z.object({ id: typedSubmissionId });

type Props = { readonly settling: Settling | null; readonly onClose: () => void };

/** Asks for the id under which the service has an unsettled file. Main looks it up before it counts. */
export function SettleDialog({ settling, onClose }: Props) {
  return (
    <Modal opened={settling !== null} onClose={onClose} title="It went through" classNames={dialog}>
      {settling !== null && <IdForm key={settling.id} settling={settling} onClose={onClose} />}
    </Modal>
  );
}

function IdForm({ settling, onClose }: { readonly settling: Settling; readonly onClose: () => void }) {
  const form = useForm({
    initialValues: { id: '' },
    validate: schemaResolver(typed, { sync: true }),
    transformValues: typed.parse,
  });

  const save = form.onSubmit(async ({ id }) => {
    const failed = await settleWentThrough(settling.id, id);
    if (failed === null) onClose();
    else form.setFieldError('id', failureMessage(failed));
  });

  return (
    <form className={dialog.dialog} onSubmit={save}>
      <p>
        Dropslip reads the record of this id from the service. If it matches <bdi>{visibleName(settling.name)}</bdi>, it
        becomes the file’s receipt, and nothing is sent again.
      </p>
      <TextInput
        label="Submission id"
        placeholder="8c1f09d2-7b3e-4c5a-9f00-1d2e3f405162"
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('id')}
      />
      <div className={dialog.foot}>
        <Button variant="default" onClick={onClose}>
          Not now
        </Button>
        <Button type="submit" loading={form.submitting}>
          Use this id
        </Button>
      </div>
    </form>
  );
}
