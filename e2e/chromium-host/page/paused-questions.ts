import type { DevToolsSession } from '../chromium/connection.ts';
import type { Protocol } from '../chromium/devtools-protocol.ts';
import { QUESTION_FUNCTION, QUESTION_VARIABLE, type Question } from './messages.ts';

type Paused = Protocol.Events['Debugger.paused'];

/** Answers a question other than for file paths; the answer is what `askHost` returns there. */
export type Answer = (question: Exclude<Question, { kind: 'file-paths' }>) => unknown;

/**
 * Answers the preload's world while it stands still at its `debugger` statement: the only way to answer a synchronous
 * call from a sandboxed page. Only pauses in scripts of isolated worlds are answered; any other goes on at once.
 */
export async function answerPausedQuestions(session: DevToolsSession, answer: Answer): Promise<void> {
  const trustedScripts = new Set<string>();
  session.on('Debugger.scriptParsed', ({ scriptId, executionContextAuxData }) => {
    const type: unknown = executionContextAuxData === undefined ? null : Reflect.get(executionContextAuxData, 'type');
    if (type === 'isolated') trustedScripts.add(scriptId);
  });
  let questions = 0;
  session.on('Debugger.paused', (paused) => {
    // A group for each question: the next one may come before what belonged to this one is let go.
    questions += 1;
    const objectGroup = `question ${questions}`;
    void settle(session, paused, objectGroup, trustedScripts, answer)
      .catch((error: unknown) => console.error('A question of the preload could not be answered:', error))
      .finally(() => session.send('Debugger.resume').catch(() => undefined))
      .finally(() => session.send('Runtime.releaseObjectGroup', { objectGroup }).catch(() => undefined));
  });
  await session.send('Debugger.enable', {});
}

async function settle(
  session: DevToolsSession,
  paused: Paused,
  objectGroup: string,
  trustedScripts: ReadonlySet<string>,
  answer: Answer,
): Promise<void> {
  const [top, frame] = paused.callFrames;
  if (top === undefined || frame?.functionName !== QUESTION_FUNCTION) return;
  if (!trustedScripts.has(top.location.scriptId) || !trustedScripts.has(frame.location.scriptId)) return;
  const evaluate = (expression: string, byValue: boolean) =>
    session.send('Debugger.evaluateOnCallFrame', {
      callFrameId: frame.callFrameId,
      expression,
      objectGroup,
      returnByValue: byValue,
    });
  // The page stands still meanwhile, so whatever can travel together does.
  const [asked, files, slot] = await Promise.all([
    evaluate(`${QUESTION_VARIABLE}.question`, true),
    evaluate(`${QUESTION_VARIABLE}.files`, false),
    evaluate(QUESTION_VARIABLE, false),
  ]);
  const question: Question = asked.result.value;
  const given = question.kind === 'file-paths' ? await filePaths(session, files.result.objectId) : answer(question);
  if (slot.result.objectId === undefined) return;
  await session.send('Runtime.callFunctionOn', {
    objectId: slot.result.objectId,
    functionDeclaration: 'function (answer) { this.answer = answer; }',
    arguments: [{ value: given }],
  });
}

/** The paths behind an array of `File`s, in its order; an empty text for a `File` that is none of the disk's. */
async function filePaths(session: DevToolsSession, arrayId: string | undefined): Promise<readonly string[]> {
  if (arrayId === undefined) return [];
  const { result } = await session.send('Runtime.getProperties', { objectId: arrayId, ownProperties: true });
  const files = result.filter((property) => /^\d+$/.test(property.name));
  return Promise.all(
    files.map(async ({ value }) => {
      if (value?.objectId === undefined) return '';
      const { path } = await session.send('DOM.getFileInfo', { objectId: value.objectId });
      return path;
    }),
  );
}
