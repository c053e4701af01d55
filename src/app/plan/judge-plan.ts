import type {StackLocation} from '../../config/stack-location.ts';
import {type Diagnostic, isError} from '../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {guardDeletions, type SaidGuards} from '../../core/plan/guards.ts';
import {moveFindings, movesNotMade} from '../../core/plan/moved.ts';
import type {Action, Change} from '../../core/plan/plan.ts';
import type {HistoryNames} from '../../core/release/history-names.ts';
import type {StackOrigin} from '../../core/release/origin.ts';
import type {ReleaseHistory} from '../../engine/release/release-history.ts';
import type {Backend} from '../../ports/backend.ts';
import type {RuntimePlan} from '../../ports/runtime-plan.ts';
import {checkPermissions} from '../check-permissions.ts';
import {elsewhereNote} from '../release/elsewhere-note.ts';
import {foreignOriginNote} from '../release/foreign-origin-note.ts';
import {lastRunNote} from '../release/last-run-note.ts';
import {orphanNote} from '../release/select-orphaned.ts';
import {stillNeeded} from '../release/still-needed.ts';
import {withoutUnusedFlags} from '../stacks/unused-flags.ts';
import type {ChosenWorkspace} from '../workspace/chosen-workspace.ts';
import {guardsOf} from './guards-of.ts';
import type {PreviewRequest} from './release-requests.ts';
import {remainingObjects} from './remaining-objects.ts';
import {leftOutNote, type SelectedResources} from './select-resources.ts';

/** A plan with everything that the checks of it depend on. */
export type Judged = SelectedResources & {
  readonly request: PreviewRequest;
  readonly chosen: ChosenWorkspace;
  readonly location?: StackLocation | undefined;
  /** The namespace of the stack. */
  readonly namespace?: string | undefined;
  /** `delete`: a destroy deletes the namespace if the stack created it. */
  readonly createdNamespace?: 'keep' | 'delete' | undefined;
  /** The guards of the stack, or of the release that is applied again. */
  readonly guards?: SaidGuards | undefined;
  readonly history: Pick<ReleaseHistory, 'last' | 'pending' | 'head'>;
  /** The location of the stack's files. */
  readonly origin?: StackOrigin | undefined;
  readonly names: HistoryNames;
  readonly backend: Pick<Backend, 'name'>;
  readonly healthy: {readonly diagnostics: readonly Diagnostic[]};
};

/**
 * Checks a plan of the runtimes by the rules of the stack and its workspace: applies guards and adds remarks.
 * @throws GantryError for an invalid plan: permissions for unknown ids, invalid moves, refused objects.
 */
export function judgePlan(made: RuntimePlan, parts: Judged): RuntimePlan {
  const {request, leftOut} = parts;
  const moves = movesNow(parts);
  const planned = request.operation === 'destroy' ? made : guarded(made, parts);
  const changes = planned.changes.map(({change}) => change);
  const known = {ids: [...changes.map(({id}) => id), ...leftOut.ids], resources: parts.loaded.resources};
  checkPermissions(request.permissions, known, request.sameRun);
  refuseMoves(movesNotMade(parts.location?.stack.moved ?? [], changes));
  if (planned.diagnostics.some(isError))
    throw new GantryError({code: 'object/refused', diagnostics: planned.diagnostics});
  return {...planned, diagnostics: remarks(planned, moves, parts)};
}

/** Blocks changes that delete too much of the stack. */
function guarded(made: RuntimePlan, parts: Judged): RuntimePlan {
  const {request, known, leftOut} = parts;
  const guards = guardsOf(parts);
  const changes = made.changes.map(({change}) => change);
  const held = heldBy(changes, known.state.length) + leftOut.state.length;
  const checked = guardDeletions(changes, {held, guards, permissions: request.permissions});
  return {...made, changes: made.changes.map((one, i) => ({...one, change: checked[i] ?? one.change}))};
}

/** Counts the objects of the stack. A first run that died has no record; the plan's findings in the cluster count instead. */
const heldBy = (changes: readonly Change[], recorded: number): number =>
  Math.max(recorded, changes.filter(({action}) => HELD.has(action)).length);

const HELD: ReadonlySet<Action> = new Set(['update', 'replace', 'delete', 'retain', 'forget', 'unchanged']);

/** Checks the `moved` entries against the state of the last release. */
function movesNow({location, request, loaded, known, leftOut}: Judged): readonly Diagnostic[] {
  const moves = request.operation === 'destroy' ? [] : (location?.stack.moved ?? []);
  const found = moveFindings({moves, resources: loaded.resources, states: [...known.state, ...leftOut.state]});
  refuseMoves(found);
  return found;
}

function refuseMoves(found: readonly Diagnostic[]): void {
  const diagnostics = found.filter(isError);
  if (diagnostics.length > 0) throw new GantryError({code: 'input/invalid', diagnostics});
}

function remarks(planned: RuntimePlan, moves: readonly Diagnostic[], parts: Judged): readonly Diagnostic[] {
  const {request, loaded, leftOut, healthy, history} = parts;
  const isWhole = leftOut.count === 0;
  return [
    ...loaded.diagnostics,
    ...foreignOriginNote(parts),
    ...moves,
    // A rule without a match may match resources that are left out.
    ...withoutUnusedFlags(planned.diagnostics, request).filter(({code}) => isWhole || code !== 'ignore/unused'),
    ...(isWhole ? healthy.diagnostics : []),
    ...elsewhereNote(planned.changes, parts),
    ...leftOutNote(leftOut, request),
    ...orphanNote(request, planned.changes.length),
    ...(request.orphan === undefined
      ? []
      : stillNeeded({spec: leftOut.spec, expandable: new Set(history.last?.expandable)})),
    ...(request.operation === 'destroy' ? remainingObjects(parts, planned) : []),
    ...(isQuiet(planned, request) ? lastRunNote(parts.history) : []),
  ];
}

/** Reports whether a plan is an apply of files without changes. A release that is applied again has its own notes about its result. */
const isQuiet = ({changes}: RuntimePlan, {operation, orphan, revision}: PreviewRequest): boolean =>
  operation === 'apply' &&
  orphan === undefined &&
  revision === undefined &&
  changes.every(({change}) => change.action === 'unchanged');
