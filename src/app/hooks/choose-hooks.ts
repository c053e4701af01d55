import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {type DueHook, dueHooks, type HookMoment} from '../../core/hook/due-hooks.ts';
import {hookKey} from '../../core/hook/hook.ts';
import {digestHook} from '../../core/hook/hook-digest.ts';
import type {HookRecord, HookSource} from '../../core/hook/hook-record.ts';
import {recordedHooks, wasInstalled} from '../../core/hook/was-installed.ts';
import {PERMISSION_FLAG} from '../../core/plan/permissions.ts';
import type {KubernetesState} from '../../core/release/kubernetes-state.ts';
import {identityOf} from '../../core/resource/identity.ts';
import type {Secret} from '../../core/secret/secret.ts';
import {isOnlyClaims} from '../../core/stacks/claims-request.ts';
import {compareNaturally} from '../../lib/compare-naturally.ts';
import {defined} from '../../lib/defined.ts';
import type {PlanInput} from '../plan/plan-input.ts';
import {type ChosenHooks, type ChosenSource, NO_HOOKS} from './chosen-hooks.ts';

/**
 * Decides which hooks of the sources a plan runs, and with which events.
 * @param byHelm the sources that Helm installed, and that the plan takes over
 */
export function chooseHooks(input: PlanInput, digestKey: Secret, byHelm: ReadonlySet<string>): ChosenHooks {
  const {request, source, records} = input;
  const recorded = recordedHooks(records.here);
  if (recorded.length === 0 && (source.loaded.parts?.size ?? 0) === 0 && source.loaded.hooks === undefined)
    return NO_HOOKS;
  const sources = sourcesOf(input, recorded, byHelm);
  const mayRun =
    request.hooks !== 'skip' &&
    request.orphan === undefined &&
    request.only === undefined &&
    !isOnlyClaims(request.claims);
  // Helm has run the hooks of what it installed.
  const due = sources.flatMap((one) =>
    mayRun && (one.isTakenOver !== true || request.hooks === 'all') ? dueOf(one, input, digestKey) : [],
  );
  const whole = new Set(sources.filter(({moment}) => moment !== undefined).map((one) => one.source));
  const left = due.filter(({hook}) => !whole.has(hook.source));
  const keptCrds = keptCrdsOf(sources, input);
  return {
    sources,
    due: due.filter(({hook}) => whole.has(hook.source)),
    leftovers: leftoversOf(sources),
    keptCrds,
    diagnostics: [...notRun(left), ...sources.flatMap((one) => takenOverNote(one, request)), ...keptCrds.map(keptNote)],
  };
}

function sourcesOf(
  input: PlanInput,
  recorded: readonly HookSource[],
  byHelm: ReadonlySet<string>,
): readonly ChosenSource[] {
  const {loaded} = input.source;
  const {parts = new Map(), hooks = []} = loaded;
  const wanted = new Set([...[...parts.values()].map(({source}) => source), ...hooks.map(({source}) => source)]);
  const names = new Set([...wanted, ...recorded.map(({source}) => source)]);
  return [...names].toSorted(compareNaturally).map((source) => {
    const before = recorded.find((one) => one.source === source);
    const own = [...parts].filter(([, part]) => part.source === source);
    const objects = own.map(([id]) => id);
    const isTakenOver = before === undefined && byHelm.has(source);
    const isInstalled = isTakenOver || wasInstalled(input.records.here, source, objects);
    return {
      source,
      hooks: wanted.has(source) ? hooks.filter((hook) => hook.source === source) : (before?.hooks ?? []),
      objects,
      crds: own.filter(([, {isFirst}]) => isFirst === true).map(([id]) => id),
      isInstalled,
      recorded: before,
      ...defined({
        moment: isWhole(input, [...objects, ...(before?.objects ?? [])])
          ? momentOf(input, {isWanted: wanted.has(source), isInstalled})
          : undefined,
        isTakenOver: isTakenOver || undefined,
      }),
    };
  });
}

/** Reports whether a plan includes all objects of a source. */
const isWhole = ({scope: {leftOut, unread}}: PlanInput, ids: readonly string[]): boolean =>
  leftOut.isAll !== true && ids.every((id) => !leftOut.ids.has(id) && unread.every((one) => !one.ids.includes(id)));

type Facts = {readonly isWanted: boolean; readonly isInstalled: boolean};

function momentOf({request, source}: PlanInput, {isWanted, isInstalled}: Facts): HookMoment | undefined {
  if (request.orphan !== undefined || request.only !== undefined || isOnlyClaims(request.claims)) return undefined;
  if (request.operation === 'destroy' || !isWanted) return 'delete';
  if (!isInstalled) return 'install';
  const goesBack = source.from !== undefined && request.revision !== 'current';
  return goesBack ? 'rollback' : 'upgrade';
}

function dueOf(
  {hooks, moment = 'upgrade', recorded}: ChosenSource,
  {request}: PlanInput,
  key: Secret,
): readonly DueHook[] {
  if (request.tests === true && moment === 'delete') return [];
  const before = new Map(recorded?.hooks.map((hook) => [hookKey(hook), hook]));
  return dueHooks({
    hooks,
    moment: request.tests === true ? 'test' : moment,
    recorded: (hook) => before.get(hookKey(hook)),
    digestOf: (hook) => digestHook(hook, key),
    force: request.hooks === 'all',
  });
}

/** Returns the objects that hooks left, or may have left, and that the plan no longer contains as a hook or an object. */
function leftoversOf(sources: readonly ChosenSource[]): ChosenHooks['leftovers'] {
  const wanted = new Set(
    sources
      .filter(({moment}) => moment !== 'delete')
      .flatMap(({hooks, objects}) => [...hooks.map(({id}) => id), ...objects]),
  );
  return sources
    .filter(({moment}) => moment !== undefined)
    .flatMap(({recorded}) => recorded?.hooks ?? [])
    .filter(({id}) => !wanted.has(id))
    .flatMap((hook) => hook.left ?? possibleState(hook));
}

/** Returns the state of an object that may exist: of a test, or of a run that did not end. Only its label shows that it is ours. */
function possibleState({id, attributes}: HookRecord): readonly KubernetesState[] {
  const {apiVersion, kind, namespace, name} = identityOf(attributes);
  if (namespace === undefined) return [];
  const unknown = {uid: '', desiredDigest: '', applied: null, dependsOn: []};
  return [{id, type: 'Kubernetes', apiVersion, kind, namespace, name, ...unknown}];
}

/** Returns the CRDs of `crds/` that stay: Helm never deletes them, because all objects of their kinds would go with them. */
function keptCrdsOf(sources: readonly ChosenSource[], {request, source}: PlanInput): readonly string[] {
  const wanted = new Set(source.loaded.resources.map(({id}) => id));
  return sources
    .flatMap(({recorded}) => recorded?.crds ?? [])
    .filter((id) => !wanted.has(id) && !request.permissions.allowDataLoss.includes(id));
}

const keptNote = (id: string): Diagnostic => ({
  severity: 'note',
  code: 'hook/crd-kept',
  message: `${id} stays in the cluster: a chart has it in crds/, and its deletion would delete all objects of its kind`,
  resource: id,
  hint: `Pass ${PERMISSION_FLAG.allowDataLoss} ${id} to delete it.`,
});

const takenOverNote = (
  {source, isTakenOver, hooks}: ChosenSource,
  {hooks: chosen}: PlanInput['request'],
): readonly Diagnostic[] =>
  isTakenOver !== true || chosen !== undefined || hooks.every(({events}) => events.every((event) => event === 'test'))
    ? []
    : [
        {
          severity: 'note',
          code: 'hook/taken-over',
          message: `no hook of ${source} runs: Helm installed it and ran its hooks, and this plan takes it over`,
          hint: 'Pass --run-hooks to run the hooks of an upgrade.',
        },
      ];

/** Notes the sources whose hooks would run, if the plan included all of their objects. */
const notRun = (left: readonly DueHook[]): readonly Diagnostic[] =>
  [...new Set(left.map(({hook}) => hook.source))].map((source) => ({
    severity: 'note',
    code: 'hook/left-out',
    message: `no hook of ${source} runs: the plan does not include all of its objects`,
  }));
