import {resolve} from 'node:path';
import type {PreviewRequest} from '../../app/plan/release-requests.ts';
import type {StackSelection} from '../../app/stacks/selection.ts';
import {stackKey} from '../../core/event.ts';
import {countChanges, hasChanges} from '../../core/plan/summary.ts';
import {shownFile} from '../../ui/diagnostic-text.ts';
import type {Style} from '../../ui/style.ts';
import {planResult} from '../commands/stack/plan-result.ts';
import {saidWorkspace} from '../said-subject.ts';
import type {Session} from '../session.ts';
import {answerOf} from './answer-of.ts';
import {nothingText, selectSeveral} from './select.ts';
import {severalResult} from './several-result.ts';

/** A preview of several stacks. */
export type PreviewSeveral = {
  readonly selection: StackSelection;
  readonly request: Omit<PreviewRequest, 'directory' | 'stack' | 'workspace'>;
  readonly exitCode?: boolean;
  readonly detail?: boolean;
  /** A directory for their plans. */
  readonly save?: string | undefined;
};

/** Plans several stacks, prints their plans, and saves them if requested. */
export async function previewSeveral(
  {selection, request, save, ...shown}: PreviewSeveral,
  session: Session,
): Promise<void> {
  const selected = await selectSeveral(selection, session);
  const {planStacks} = await import('../../app/stacks/plan-stacks.ts');
  const diagnostics = [...selected.diagnostics];
  const runs = await planStacks(
    {
      stacks: selected.stacks,
      request,
      use: save === undefined ? 'look' : 'save',
      parallel: selection.parallel,
      onRemarks: (remarks) => void diagnostics.push(...remarks),
    },
    session.deps,
  );
  const answers = runs.map((run) =>
    answerOf(
      run,
      ({plan}) => ({
        result: planResult(plan, session, shown),
        outcome: hasChanges(plan) ? 'changes' : 'unchanged',
        changes: countChanges(plan),
      }),
      session,
    ),
  );
  const directory = save === undefined ? undefined : resolve(selection.directory, save);
  const isWhole = runs.every(({kind}) => kind === 'done' || kind === 'deferred');
  const later = runs.flatMap(({kind, stack}) => (kind === 'deferred' ? [stackKey(stack)] : []));
  if (directory !== undefined && isWhole)
    (await import('../../app/stacks/save-plans.ts')).savePlans({directory, runs}, session.deps);
  const outputs = directory !== undefined && isWhole ? {'plan-file': directory} : {};
  const nothing = nothingText(selection, selected);
  await session.print(severalResult({...saidWorkspace(session, selection), answers, nothing, diagnostics, outputs}));
  if (directory === undefined) return;
  session.say((style) => savedText({directory, isWhole, later}, style));
}

type Saved = {
  readonly directory: string;
  readonly isWhole: boolean;
  /** The stacks whose cluster is known only after the apply of the saved plans. */
  readonly later: readonly string[];
};

function savedText({directory, isWhole, later}: Saved, {cwd}: Style): string {
  if (!isWhole) return 'Not saved, because some stacks could not be planned.\n';
  const saved = `Saved. "gantry apply ${shownFile(directory, cwd)}" applies exactly this plan, or nothing.\n`;
  if (later.length === 0) return saved;
  const are = later.length === 1 ? 'is' : 'are';
  return `${saved}${later.join(', ')} ${are} not in it: apply it, then save a plan again.\n`;
}
