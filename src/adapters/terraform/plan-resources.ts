import {batchesOf} from '../../core/graph/batches.ts';
import {PERMISSION_FLAG, permits} from '../../core/plan/permissions.ts';
import type {Change} from '../../core/plan/plan.ts';
import type {TerraformBases} from '../../core/plan/saved-terraform.ts';
import type {KnownValues} from '../../core/reference/values.ts';
import {importIdOf} from '../../core/resource/import-id.ts';
import {isTerraformSource, SOURCE_ID} from '../../core/terraform/source.ts';
import {literalsIn} from '../../core/sealing/literals.ts';
import {Secret} from '../../core/secret/secret.ts';
import {canonicalJson} from '../../lib/canonical-json.ts';
import {defined} from '../../lib/defined.ts';
import type {PlanRequest} from '../../ports/plan-request.ts';
import type {PlannedChange} from '../../ports/planned-change.ts';
import type {RuntimePlan} from '../../ports/runtime-plan.ts';
import {type AboutResource, changeAbout, sealedAttributes, stateAbout, valuesAbout} from './about-resource.ts';
import {actionOf} from './change-of.ts';
import {isRuleUsed} from './ignored-paths.ts';
import {mayLoseData} from './loss.ts';
import {maskedTexts} from './masks.ts';
import {mayExist} from './may-exist.ts';
import {OUTPUTS} from './outputs.ts';
import {type MadePlan, makePlan, targetsOf} from './planning.ts';
import {addressesNow, leavingSource, moduleFor} from './request-module.ts';
import type {ResourcePlan} from './resource-plan.ts';
import type {RootModule} from './root-module.ts';
import {type About, errorsOf} from './said-diagnostics.ts';
import {basesNow, readSaved, savedPlan} from './saved-plan.ts';
import type {Session, TerraformOptions} from './session.ts';
import type {PlannedResource} from './shown.ts';
import {sourceAccounts} from './source-accounts.ts';
import {aboutSource, outputsRemoval, plannedBy, withOutputs} from './source-plan.ts';
import {type Steps, stepsOf} from './steps-of.ts';
import {addressesIn, type Stored} from './stored.ts';

const NO_VALUES: KnownValues = {lookup: () => undefined, isSensitive: () => false};

/** Plans the Terraform resources of a stack. */
export async function planResources(
  session: Session,
  request: PlanRequest,
  {options, nextFile}: {readonly options: TerraformOptions; readonly nextFile: () => string},
): Promise<RuntimePlan> {
  const {wanted, prior, signal} = request;
  const stored = session.stored();
  const source = wanted.resources.find(isTerraformSource);
  const others = [...wanted.resources, ...prior.spec].filter((one) => !isTerraformSource(one));
  const accounts = sourceAccounts(source ?? stored.source, others);
  const settings = await options.needs.providers([...others, ...accounts]);
  const leaving = leavingSource(request, stored);
  const module = moduleFor({request, stored, settings, leaving}, request.values ?? NO_VALUES);
  const learn = (texts: readonly string[]): void => options.learn(texts.map((text) => new Secret(text)));
  learn([...module.secretTexts]);
  const ids = Object.fromEntries(
    [...addressesNow(request, stored), ...module.addresses].map(([id, address]) => [address, id]),
  );
  const idAt = (address: string): string | undefined => ids[address];
  const about = {
    idAt,
    origins: wanted.origins,
    importIdOf: (id: string) => importIdOf(wanted.resources.find((one) => one.id === id)),
    clean: options.clean,
  };
  const removed = removedIn(stored, module, {request, idAt});
  const targets = targetsOf(module, request, removed);
  const file = nextFile();
  const isEmpty = module.addresses.size === 0 && removed.length === 0 && !module.isDestroy;
  let bases: TerraformBases | undefined;
  const planned: MadePlan = isEmpty
    ? {file, planned: new Map(), warnings: []}
    : await session.alone(async () => {
        await session.lay(module, settings, about, signal);
        bases = await basesNow({session, module, request});
        const saved = await readSaved({session, module, request}, bases, file);
        return saved ?? makePlan(session, {module, targets, about, signal, file});
      });
  const made = source === undefined ? planned : withOutputs(planned, prior);
  const secretTexts = new Set([...module.secretTexts, ...[...made.planned.values()].flatMap(textsOf)]);
  learn([...secretTexts]);
  const ofSource = source === undefined ? [] : plannedBy(made, ids);
  for (const {address} of ofSource) ids[address] = address;
  const resources = new Map(wanted.resources.map((resource) => [resource.id, resource]));
  const aboutOf = (id: string): AboutResource | undefined => {
    const planned = made.planned.get(module.addresses.get(id) ?? id);
    const common = planned && {planned, module, secretTexts, request};
    if (planned === undefined || common === undefined) return undefined;
    if (planned.address === OUTPUTS || ofSource.includes(planned))
      return {...common, ...aboutSource(planned, {source, ofSource, wanted})};
    const resource = resources.get(id);
    return resource && {...common, resource};
  };
  const leaves = ofSource.filter((one) => actionOf(one) === 'delete').map(({address}) => address);
  const written = [...wanted.resources.map(({id}) => id), ...ofSource.map(({address}) => address)].filter((id) => !leaves.includes(id));
  const kept = {ids, ...defined({source: source ?? stored.source})};
  const plan = resourcePlan({session, request, settings, leaving, module, made, kept, about, aboutOf, options, learn, nextFile});
  const steps = stepsOf(plan);
  return {
    changes: [
      ...written.flatMap((id) => writeOf(id, plan, steps)),
      ...[...removed, ...leaves].map((address) => removalOf(address, plan, steps)),
      ...leavingOf(plan, steps),
    ],
    diagnostics: [...made.warnings, ...mayExist(stored, ids, (id) => about.importIdOf(id) !== undefined)],
    ...defined({saved: bases && savedPlan(session, bases, made)}),
    usesRule: (rule) =>
      wanted.resources.some((resource) => isRuleUsed(rule, {resource, values: aboutOf(resource.id)?.planned.before})),
    values: (id) => {
      const one = aboutOf(id);
      return one && valuesAbout(one);
    },
  };
}

type Parts = Pick<
  ResourcePlan,
  'session' | 'request' | 'settings' | 'leaving' | 'module' | 'made' | 'kept' | 'learn' | 'nextFile'
> & {
  readonly about: About;
  readonly aboutOf: ResourcePlan['about'];
  readonly options: TerraformOptions;
};

/** Returns a plan with what its steps need. */
function resourcePlan({about, aboutOf, options, ...parts}: Parts): ResourcePlan {
  const {module, request, made, kept: {ids}} = parts;
  const ofSource = module.addresses.has(SOURCE_ID) ? plannedBy(made, ids).map(({address}) => address) : [];
  let isUsed = false;
  return {
    ...parts,
    batches: batchesIn(request, aboutOf, ofSource),
    targetsFor: (addresses, done) => {
      const rest = [...made.planned.values()].filter(
        (one) => actionOf(one) !== 'unchanged' && one.address !== OUTPUTS && !done.has(one.address),
      );
      const isLast = rest.every(({address}) => addresses.has(address));
      if (isLast && targetsOf(module, request, []) === undefined) return undefined;
      return [...new Set([...addresses, ...(addresses.has(OUTPUTS) ? ofSource : [])])].filter((one) => one !== OUTPUTS);
    },
    addressOf: (id) => module.addresses.get(id) ?? (ofSource.includes(id) ? id : undefined),
    idAt: (address) => ids[address],
    about: aboutOf,
    errors: about,
    errorsOf: (ended) => errorsOf(ended, about),
    clean: options.clean,
    done: new Set(),
    isUsed: () => isUsed,
    use: () => {
      isUsed = true;
    },
  };
}

const textsOf = ({before, after, beforeSensitive, afterSensitive}: PlannedResource): readonly string[] => [
  ...maskedTexts(beforeSensitive, before),
  ...maskedTexts(afterSensitive, after),
];

/** Returns the addresses in the state that are neither wanted, nor left out of this run, nor orphaned. */
function removedIn(
  {state}: Stored,
  {addresses}: RootModule,
  {request: {prior}, idAt}: {readonly request: PlanRequest; readonly idAt: ResourcePlan['idAt']},
): readonly string[] {
  const hasSource = addresses.has(SOURCE_ID);
  const wanted = new Set(addresses.values());
  const stays = new Set([...(prior.leftOut ?? []).map(({id}) => id), ...(prior.toOrphan ?? [])]);
  return addressesIn(state).filter((address) => {
    const id = idAt(address) ?? address;
    // Terraform decides about the resources of a source.
    return !wanted.has(address) && !stays.has(id) && !(hasSource && id === address);
  });
}

/** Returns the changed resources of each batch. */
const batchesIn = (
  {wanted}: PlanRequest,
  about: ResourcePlan['about'],
  ofSource: readonly string[],
): ResourcePlan['batches'] => {
  const own = new Set(wanted.resources.map(({id}) => id));
  return batchesOf({...wanted.order, typeOf: (id) => (own.has(id) ? 'Terraform' : 'Kubernetes')})
    .filter(({type}) => type === 'Terraform')
    .map(({ids}) =>
      ids.flatMap((id) => (id === SOURCE_ID ? [...ofSource, id] : id)).filter((id) => {
        const planned = about(id)?.planned;
        return planned !== undefined && actionOf(planned) !== 'unchanged';
      }),
    );
};

function writeOf(id: string, plan: ResourcePlan, steps: Steps): readonly PlannedChange[] {
  const {request, session} = plan;
  const about = plan.about(id);
  if (about === undefined) return [];
  const {resource, planned} = about;
  const change = changeAbout(about);
  const shown = session.stored().shown?.resources[planned.address];
  const recorded = request.prior.state.find((one) => one.id === id);
  const found = change.action === 'unchanged' && shown !== undefined ? stateAbout(about, shown) : undefined;
  // The digests in a state belong to its id.
  const isMoved = request.prior.moved?.has(id) === true;
  const sealed = () => sealedAttributes(about);
  return [
    {
      change,
      after: needsOf(id, plan),
      redacted: sealed,
      literals: () => literalsIn(sealed(), resource.attributes),
      state: isMoved ? (found ?? recorded) : (recorded ?? found),
      seen: () => ({
        ...defined({live: planned.before && request.secrets.digestKey.hmac(canonicalJson(planned.before))}),
        sends: request.secrets.digestKey.hmac(plan.module.sends.get(id) ?? ''),
      }),
      execute: async (run) =>
        change.action === 'unchanged'
          ? {kind: 'done', ...defined({state: found ?? recorded, live: planned.after})}
          : steps.write(id, run),
    },
  ];
}

/** Returns what a change waits for: its own needs, and what the other changes of its batch need of other runtimes. */
function needsOf(id: string, {batches, about, request: {wanted}}: ResourcePlan): readonly string[] {
  const isDeleted = (one: string): boolean => about(one)?.planned.actions[0] === 'delete';
  const own = new Set(wanted.resources.map((one) => one.id));
  const batch = batches.find((ids) => ids.includes(id)) ?? [id];
  const after = (one: string): readonly string[] => wanted.order.after.get(one) ?? [];
  // The outputs are known when everything that they are made of is applied.
  const parts = id === SOURCE_ID ? batch.filter((one) => !own.has(one) && !isDeleted(one)) : [];
  return [...new Set([...after(id), ...parts, ...batch.flatMap(after).filter((need) => !own.has(need))])];
}

function removalOf(address: string, plan: ResourcePlan, steps: Steps): PlannedChange {
  const {request, session} = plan;
  const id = plan.idAt(address) ?? address;
  const isLossy = mayLoseData(address);
  const {allowDelete} = request.permissions;
  const change: Change = {
    id,
    type: 'Terraform',
    action: 'delete',
    verified: true,
    fields: [],
    ...defined({
      effects: isLossy ? (['data-lost'] as const) : undefined,
      blocked:
        isLossy && !permits(allowDelete, id)
          ? {needs: `${PERMISSION_FLAG.allowDelete} ${id}`, because: 'its data may be lost'}
          : undefined,
    }),
  };
  return {
    change,
    after: [],
    state: request.prior.state.find((one) => one.id === id),
    seen: () => {
      const values = session.stored().shown?.resources[address]?.values ?? {};
      return {live: request.secrets.digestKey.hmac(canonicalJson(values))};
    },
    execute: (run) => steps.remove(id, address, run),
  };
}

/** Returns the changes of resources that leave the release without a deletion. */
function leavingOf({request, module, session}: ResourcePlan, steps: Steps): readonly PlannedChange[] {
  const {prior} = request;
  const known = addressesNow(request, session.stored());
  const existing = new Set(addressesIn(session.stored().state));
  return prior.state.flatMap((state): readonly PlannedChange[] => {
    const {id} = state;
    if (module.addresses.has(id)) return [];
    const address = known.get(id);
    const exists = address !== undefined && existing.has(address);
    const isOrphaned = prior.toOrphan?.has(id) === true;
    if (exists && !isOrphaned) return [];
    if (id === SOURCE_ID && !isOrphaned) return [outputsRemoval(state)];
    const action = exists ? 'forget' : 'gone';
    return [
      {
        change: {id, type: 'Terraform', action, verified: true, fields: []},
        after: [],
        state,
        execute: async (run) => (exists ? steps.forget(address, run) : {kind: 'done'}),
      },
    ];
  });
}
