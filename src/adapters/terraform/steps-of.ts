import {GantryError} from '../../core/failure/failure.ts';
import type {Change} from '../../core/plan/plan.ts';
import type {KnownValues} from '../../core/reference/values.ts';
import {REGISTRY} from '../../core/resource/terraform-lock.ts';
import {SOURCE_ID} from '../../core/terraform/source.ts';
import {defined} from '../../lib/defined.ts';
import type {StepResult} from '../../ports/step-result.ts';
import type {StepRun} from '../../ports/step-run.ts';
import {type AboutResource, changeAbout, stateAbout} from './about-resource.ts';
import {type Applied, failureAt, type Group, newGroup, stale} from './apply-group.ts';
import type {Progress} from './begun.ts';
import {begunBy} from './begun-by.ts';
import {actionOf} from './change-of.ts';
import {isRefined} from './is-refined.ts';
import {NO_OUTPUTS, OUTPUTS, withKnown} from './outputs.ts';
import {type MadePlan, makePlan, replacedIn} from './planning.ts';
import {leavingModule, moduleFor} from './request-module.ts';
import type {ResourcePlan} from './resource-plan.ts';
import type {Said} from './stream.ts';
import {writeOnlyAfter} from './write-only.ts';

/** The steps of a plan. Each is called once, by the engine, after all that it needs. */
export type Steps = {
  readonly write: (id: string, run: StepRun) => Promise<StepResult>;
  readonly remove: (id: string, address: string, run: StepRun) => Promise<StepResult>;
  readonly forget: (address: string, run: StepRun) => Promise<StepResult>;
};

/**
 * Returns the steps of a plan. The first step of a batch starts the one process for all of it. Steps that delete, and come at once, are one
 * process too.
 */
export function stepsOf(plan: ResourcePlan): Steps {
  const {session, about, clean} = plan;
  const batches = plan.batches.map((ids) => newGroup(ids.flatMap((id) => plan.addressOf(id) ?? [])));
  /** The deletions that begin in this turn: those by the plan of the stack, and those by the files of a source that has left. */
  const removing = new Map<boolean, Group>();

  const join = async (group: Group, address: string, run: StepRun): Promise<Applied> => {
    await run.beforeWrite();
    group.runs.set(address, run);
    group.applied ??= session.alone(() => apply(plan, group, run));
    return group.applied;
  };

  return {
    write: async (id, run) => {
      const address = plan.addressOf(id) ?? '';
      const group = batches.find((one) => one.addresses.has(address)) ?? newGroup([address]);
      const applied = await join(group, address, run);
      const resource = about(id);
      const found = session.stored().shown?.resources[address] ?? (address === OUTPUTS ? NO_OUTPUTS : undefined);
      const shown = withKnown(found, resource?.planned);
      const state = shown && resource && stateAbout(resource, shown);
      if (!applied.completed.has(address))
        return {kind: 'failed', failure: failureAt({address, id}, applied, run, clean), ...defined({state})};
      run.onApplied();
      return {kind: 'done', ...defined({state, live: shown?.values})};
    },
    remove: async (id, address, run) => {
      // Terraform deletes resources of a source in the process that changes the others.
      const own = batches.find((one) => one.addresses.has(address));
      const isLeft = plan.isLeft(address);
      const group = own ?? removing.get(isLeft) ?? newGroup();
      if (own === undefined) removing.set(isLeft, group);
      group.addresses.add(address);
      // All steps that are ready start in the same turn of the event loop, and become one process.
      await new Promise((resolve) => setImmediate(resolve));
      if (removing.get(isLeft) === group) removing.delete(isLeft);
      const applied = await join(group, address, run);
      if (session.stored().shown?.resources[address] !== undefined)
        return {kind: 'failed', failure: failureAt({address, id}, applied, run, clean)};
      run.onApplied();
      return {kind: 'done'};
    },
    forget: async (address, run) => {
      await run.beforeWrite();
      await session.alone(async () => {
        await session.refuseMoved();
        const {signal} = run;
        const ended = await session.run(['state', 'rm', '-lock=false', '-backup=-', address], {signal});
        if (ended.code !== 0)
          throw new GantryError({code: 'terraform/failed', command: 'state rm', diagnostics: plan.errorsOf(ended)});
        await session.showState();
        await session.save(plan.kept);
      });
      return {kind: 'done'};
    },
  };
}

/** Applies the changes of a group: by the plan that was shown, or by one that refines it. */
async function apply(plan: ResourcePlan, group: Group, run: StepRun): Promise<Applied> {
  const {session} = plan;
  await session.refuseMoved();
  const {file, module} = await fileFor(plan, group, run);
  const ended = await session.apply({
    file,
    kept: plan.kept,
    begun: begunBy(plan, group),
    isPending: (address) => isPending(plan, group, address),
    lock: run.lock,
    signal: run.signal,
    onWaiting: (message) => {
      for (const one of group.runs.values()) one.onWaiting(message);
    },
    onEvent: (event) => {
      if (event.kind === 'progress') group.runs.get(event.address)?.onWaiting(`${event.action} in progress`);
    },
  });
  plan.learn(await session.showState());
  const isOver = ended.code === 0;
  const errors = ended.said.filter(({severity}) => severity === 'error');
  const completed = isOver ? new Set([...ended.completed, ...group.addresses]) : completedIn(group, ended, errors);
  for (const address of completed) plan.done.add(address);
  await session.save({...plan.kept, writeOnly: writeOnlyAfter(plan, module, completed)});
  const words = ended.rest.trim();
  const rest =
    isOver || errors.length > 0
      ? []
      : [{severity: 'error' as const, summary: `it ended with ${ended.code}`, detail: words}];
  return {completed, errors: [...errors, ...rest], isStopped: run.signal.aborted};
}

/** Returns the addresses that a failed apply has completed. An object can be made, and its resource fail later: by a postcondition, for example. */
function completedIn(
  {addresses}: Group,
  {completed}: Pick<Progress, 'completed'>,
  errors: readonly Said[],
): Set<string> {
  const failed = new Set(errors.map(({address}) => address));
  const left = new Set([...completed].filter((address) => !failed.has(address)));
  const last = [...addresses].at(-1);
  // An error about none of them must not end as a success.
  if (last !== undefined && [...addresses].every((address) => left.has(address))) left.delete(last);
  return left;
}

/** Reports whether a resource of the stack is changed by a later group, or by a run that selects it. */
function isPending({idAt, made, request}: ResourcePlan, {addresses}: Group, address: string): boolean {
  if (addresses.has(address) || !request.wanted.order.order.includes(idAt(address) ?? address)) return false;
  const planned = made.planned.get(address);
  return planned === undefined || actionOf(planned) !== 'unchanged';
}

/**
 * Returns the plan file to apply. It is the one that was shown if it is about exactly this group, and no value has changed since. If not,
 * the group is planned alone, with the values that this run has made, and compared with what was shown.
 */
async function fileFor(
  plan: ResourcePlan,
  group: Group,
  run: StepRun,
): Promise<Pick<MadePlan, 'file'> & Pick<AboutResource, 'module'>> {
  const {session, request, settings, leaving, left, module} = plan;
  const others: KnownValues = {
    lookup: (id, path) => run.live(id, path) ?? (request.wanted.order.order.includes(id) ? 'unknown' : undefined),
    isSensitive: run.isSensitive ?? (() => false),
  };
  const isLeft = [...group.addresses].some(plan.isLeft);
  const known = {request, stored: session.stored(), settings, registry: REGISTRY[session.program.product]};
  const now = isLeft ? leavingModule({...known, leaving: left}, others) : moduleFor({...known, leaving}, others);
  const isSame = now.text === module.text && now.variables === module.variables && !now.hasUnknown && !isLeft;
  // Outputs without their source are deleted with any other change.
  const changes = [...plan.made.planned.values()].filter(
    (one) => actionOf(one) !== 'unchanged' && !(one.address === OUTPUTS && !module.addresses.has(SOURCE_ID)),
  );
  const isRefreshOnly = !isLeft && changes.every(({address}) => !group.addresses.has(address));
  if (isSame && !isRefreshOnly && !plan.isUsed() && changes.every(({address}) => group.addresses.has(address))) {
    plan.use();
    return {file: plan.made.file, module};
  }
  plan.use();
  plan.learn([...now.secretTexts]);
  await session.lay(now, settings, plan.errors, run.signal);
  if (isLeft) await session.detach(plan.isLeft);
  const file = plan.nextFile();
  const made = await makePlan(session, {
    module: now,
    targets: isLeft ? [...group.addresses] : plan.targetsFor(group.addresses, plan.done),
    isRefreshOnly,
    replaced: replacedIn(request, now, session.stored()).filter((address) => group.addresses.has(address)),
    about: plan.errors,
    signal: run.signal,
    file,
  });
  for (const planned of made.planned.values()) refuseOther(plan, group, {planned, module: now});
  return {file, module: now};
}

/** Refuses a change that is not the one that was shown. @throws GantryError plan/stale */
function refuseOther(plan: ResourcePlan, group: Group, now: Pick<AboutResource, 'planned' | 'module'>): void {
  const {address} = now.planned;
  const id = plan.idAt(address) ?? address;
  const action = actionOf(now.planned);
  // What is only read changes nothing.
  const isQuiet = action === 'unchanged' || action === 'read';
  if (!group.addresses.has(address)) {
    if (!isQuiet && address !== OUTPUTS) throw stale(id);
    return;
  }
  const shown = plan.about(id);
  if (shown === undefined) {
    if (action !== 'delete' && !isQuiet) throw stale(id);
    return;
  }
  const [then, next] = [changeAbout(shown), changeAbout({...shown, ...now})];
  if (!isRefined(address === OUTPUTS ? partOf(then, next) : then, next)) throw stale(id);
}

/** Leaves out outputs that a later plan does not have: a plan of a part has only those that are made of it. */
const partOf = (then: Change, {action, fields}: Change): Change => ({
  ...then,
  action,
  fields: then.fields.filter(({path}) => fields.some((one) => one.path === path)),
});
