import type {TerraformBases} from '../../core/plan/saved-terraform.ts';
import type {KnownValues} from '../../core/reference/values.ts';
import {importIdOf} from '../../core/resource/import-id.ts';
import type {Resource} from '../../core/resource/resource.ts';
import {REGISTRY} from '../../core/resource/terraform-lock.ts';
import {Secret} from '../../core/secret/secret.ts';
import {isTerraformSource} from '../../core/terraform/source.ts';
import {defined} from '../../lib/defined.ts';
import type {PlanRequest} from '../../ports/plan-request.ts';
import type {RuntimePlan} from '../../ports/runtime-plan.ts';
import {type AboutResource, valuesAbout} from './about-resource.ts';
import {actionOf} from './change-of.ts';
import {isRuleUsed} from './ignored-paths.ts';
import {addressesIn} from './instances.ts';
import {makeResourcePlan} from './make-resource-plan.ts';
import {maskedTexts} from './masks.ts';
import {mayExist} from './may-exist.ts';
import {OUTPUTS} from './outputs.ts';
import {type MadePlan, makePlan, replacedIn, targetsOf} from './planning.ts';
import {leavingOf, removalOf, removedIn} from './removals.ts';
import {addressesNow, isOfSource, leavingSource, moduleFor} from './request-module.ts';
import type {ResourcePlan} from './resource-plan.ts';
import type {About} from './said-diagnostics.ts';
import {basesNow, readSaved, savablePlan} from './saved-plan.ts';
import type {Session, TerraformOptions} from './session.ts';
import type {PlannedResource} from './shown.ts';
import {sourceAccounts} from './source-accounts.ts';
import {aboutSource, plannedBy, refuseUnknownParts, withOutputs} from './source-plan.ts';
import {stepsOf} from './steps-of.ts';
import {type Planning, withoutParts} from './without-parts.ts';
import {writeOf} from './write-change.ts';
import {unsentValues} from './write-only.ts';

const NO_VALUES: KnownValues = {lookup: () => undefined, isSensitive: () => false};

/** Plans the Terraform resources of a stack. */
export async function planResources(
  session: Session,
  asked: PlanRequest,
  {options, nextFile}: {readonly options: TerraformOptions; readonly nextFile: () => string},
): Promise<RuntimePlan> {
  const {wanted, prior} = asked;
  const stored = session.stored();
  const source = wanted.resources.find(isTerraformSource);
  const others = [...wanted.resources, ...prior.spec].filter((one) => !isTerraformSource(one));
  const removedSource = leavingSource(asked, stored);
  const [leaving, left] = wanted.resources.length === 0 ? [removedSource] : [undefined, removedSource];
  // Terraform cannot delete with the files of a source, which have its providers, and change other resources in one plan.
  const given = left === undefined ? asked : {...asked, wanted: {...wanted, parts: []}};
  const registry = REGISTRY[session.program.product];
  const settings = await options.needs.providers([...others, ...sourceAccounts(source ?? removedSource, others)]);
  const module = moduleFor({request: given, stored, settings, leaving, registry}, given.values ?? NO_VALUES);
  const secretTexts = new Set<string>();
  const learn = (texts: readonly string[]): void => {
    for (const text of texts) secretTexts.add(text);
    options.learn(texts.map((text) => new Secret(text)));
  };
  learn([...module.secretTexts]);
  const ids = Object.fromEntries(
    [...addressesNow(given, stored), ...module.addresses].map(([id, address]) => [address, id]),
  );
  const errors = aboutErrors(given, ids, options);
  const removed = removedIn(stored, module, {request: given, idAt: errors.idAt});
  const isLeft = (address: string): boolean => left !== undefined && isOfSource(ids, address);
  const planning = {session, settings, module, errors, removed: removed.filter((address) => !isLeft(address))};
  const request = await withoutParts({...planning, request: given, file: nextFile()});
  const {made: planned, bases} = await firstPlan({...planning, request, file: nextFile()});
  refuseUnknownParts(planned, request.wanted.parts);
  const made = source === undefined ? planned : withOutputs(planned, request, stored);
  learn([...(made.secretTexts ?? []), ...[...made.planned.values()].flatMap(textsOf)]);
  const ofSource = source === undefined ? [] : plannedBy(made, ids);
  for (const {address} of ofSource) ids[address] = address;
  const about = findAbout({made, module, secretTexts, request, source, ofSource});
  const own = source && module.source && {...source, attributes: module.source.attributes};
  const kept = {ids, ...defined({source: own ?? stored.source})};
  const parts = {session, request, settings, leaving, left, isLeft, module, made, kept, about, errors, learn, nextFile};
  const plan = makeResourcePlan({...parts, clean: options.clean});
  return {
    changes: changesIn(plan, {removed, ofSource}),
    diagnostics: [
      ...made.warnings,
      ...wanted.resources.flatMap(({id}) => unsentValues(about(id), stored)),
      ...mayExist(stored, ids, (id) => errors.importIdOf?.(id) !== undefined),
    ],
    ...defined({saved: bases && savablePlan(session, bases, made)}),
    usesRule: (rule) =>
      wanted.resources.some((resource) => isRuleUsed(rule, {resource, values: about(resource.id)?.planned.before})),
    values: (id) => {
      const one = about(id);
      return one && valuesAbout(one, session.stored().shown?.resources[one.planned.address]);
    },
  };
}

/** Returns the changes of a plan with their steps. `removed`: the addresses to delete. `ofSource`: the resources of a source. */
function changesIn(
  plan: ResourcePlan,
  {removed, ofSource}: {readonly removed: readonly string[]; readonly ofSource: readonly PlannedResource[]},
): RuntimePlan['changes'] {
  const steps = stepsOf(plan);
  const written = ofSource.filter((one) => leavingBy(one).length === 0);
  const ids = [...plan.request.wanted.resources, ...written.map(({address}) => ({id: address}))].map(({id}) => id);
  const leaves = [...removed.map((address) => ({address})), ...ofSource.flatMap(leavingBy)];
  return [
    ...ids.flatMap((id) => writeOf(id, plan, steps)),
    ...leaves.map((one) => removalOf(one, plan, steps)),
    ...leavingOf(plan, steps),
  ];
}

/** Returns what errors of Terraform are about. */
const aboutErrors = (
  {wanted}: PlanRequest,
  ids: Readonly<Record<string, string>>,
  {clean}: Pick<TerraformOptions, 'clean'>,
): About => ({
  idAt: (address) => ids[address],
  origins: wanted.origins,
  importIdOf: (id) => importIdOf(wanted.resources.find((one) => one.id === id)),
  clean,
});

/** Plans the whole module, or reads a saved plan of it. A stack without Terraform resources starts no program. */
async function firstPlan({session, request, settings, module, errors, removed, file}: Planning): Promise<{
  readonly made: MadePlan;
  readonly bases?: TerraformBases;
}> {
  const {signal} = request;
  const {ids, state} = session.stored();
  const ofSource = addressesIn(state).filter((address) => isOfSource(ids, address));
  const targets = targetsOf(module, request, removed, ofSource);
  if (module.addresses.size === 0 && removed.length === 0) return {made: {file, planned: new Map(), warnings: []}};
  return session.alone(async () => {
    await session.lay(module, settings, errors, signal);
    const bases = await basesNow({session, module, request});
    const saved = await readSaved({session, module, request}, bases, file);
    const replaced = replacedIn(request, module, session.stored());
    return {bases, made: saved ?? (await makePlan(session, {module, targets, replaced, about: errors, signal, file}))};
  });
}

type Finding = Pick<AboutResource, 'module' | 'secretTexts' | 'request'> & {
  readonly made: MadePlan;
  readonly source: Resource | undefined;
  readonly ofSource: readonly PlannedResource[];
};

/** Returns the function that finds a resource of the stack, or of its source, with its plan. */
const findAbout = ({made, source, ofSource, ...common}: Finding): ResourcePlan['about'] => {
  const {wanted} = common.request;
  const resources = new Map(wanted.resources.map((resource) => [resource.id, resource]));
  return (id) => {
    const planned = made.planned.get(common.module.addresses.get(id) ?? id);
    if (planned === undefined) return undefined;
    if (planned.address === OUTPUTS || ofSource.includes(planned))
      return {...common, planned, ...aboutSource(planned, {source, ofSource, wanted})};
    const resource = resources.get(id);
    return resource && {...common, planned, resource};
  };
};

/** Returns a resource that leaves the state by the plan of a source. */
function leavingBy(planned: PlannedResource): readonly {address: string; action: 'delete' | 'forget'}[] {
  const action = actionOf(planned);
  return action === 'delete' || action === 'forget' ? [{address: planned.address, action}] : [];
}

const textsOf = ({before, after, beforeSensitive, afterSensitive}: PlannedResource): readonly string[] => [
  ...maskedTexts(beforeSensitive, before),
  ...maskedTexts(afterSensitive, after),
];
