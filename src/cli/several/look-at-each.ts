import {namesIn, type SameRunStacks} from '../../app/stacks/same-run-stacks.ts';
import type {SelectedStack, StackSelection} from '../../app/stacks/selection.ts';
import {saidWorkspace} from '../said-subject.ts';
import type {Session} from '../session.ts';
import {answerOf, type Told} from './answer-of.ts';
import {nothingText, selectSeveral} from './select.ts';
import {type Answers, severalResult} from './several-result.ts';

/** Runs a command that only looks, for several stacks, and prints one answer. */
export async function lookAtEach(session: Session, selection: StackSelection, look: Look): Promise<void> {
  const {answers, ...about} = await answersOfEach(session, selection, look);
  await session.print(severalResult({answers, ...about}));
}

/** Plans or reads one of several stacks. */
export type Look = (own: Session, stack: SelectedStack) => Promise<Told>;

/** The same without printing. */
export async function answersOfEach(
  session: Session,
  selection: StackSelection,
  look: Look,
  more: Omit<SameRunStacks, 'earlier' | 'stacks'> = {},
): Promise<Answers> {
  const selected = await selectSeveral(selection, session);
  const {eachStack} = await import('../../app/stacks/each-stack.ts');
  const sameRun: SameRunStacks = {...more, earlier: [], stacks: namesIn(selected.stacks)};
  const runs = await eachStack<Told>(
    {
      stacks: selected.stacks,
      parallel: selection.parallel,
      step: 'look',
      dependants: 'run',
      run: (stack, deps) =>
        look({...session, deps, globals: {...session.globals, stack: {...stack.request, sameRun}}}, stack),
    },
    session.deps,
  );
  const answers = runs.map((run) => answerOf(run, (told) => told, session));
  return {
    ...saidWorkspace(session, selection),
    answers,
    nothing: nothingText(selection, selected),
    diagnostics: selected.diagnostics,
  };
}
