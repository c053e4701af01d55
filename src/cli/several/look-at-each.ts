import type {SelectedStack, StackSelection} from '../../app/stacks/selection.ts';
import type {Session} from '../session.ts';
import {answerOf, type Told} from './answer-of.ts';
import {nothingText, selectSeveral} from './select.ts';
import {severalResult} from './several-result.ts';

/** Runs a command that only looks, for one stack after the other, and prints one answer. */
export async function lookAtEach(
  session: Session,
  selection: StackSelection,
  look: (own: Session, stack: SelectedStack) => Promise<Told>,
): Promise<void> {
  const selected = await selectSeveral(selection, session);
  const {eachStack} = await import('../../app/stacks/each-stack.ts');
  const runs = await eachStack<Told>(
    {
      stacks: selected.stacks,
      step: 'look',
      dependants: 'run',
      run: (stack, deps) => look({...session, deps, globals: {...session.globals, stack: stack.request}}, stack),
    },
    session.deps,
  );
  const answers = runs.map((run) => answerOf(run, (told) => told, session));
  await session.print(
    severalResult({answers, nothing: nothingText(selection, selected), diagnostics: selected.diagnostics}),
  );
}
