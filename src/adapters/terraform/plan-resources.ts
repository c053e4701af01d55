import {batchesOf} from '../../core/graph/batches.ts';
import type {TerraformBases} from '../../core/plan/saved-terraform.ts';
import type {KnownValues} from '../../core/reference/values.ts';
import {importIdOf} from '../../core/resource/import-id.ts';
import {Secret} from '../../core/secret/secret.ts';
import {defined} from '../../lib/defined.ts';
import type {PlanRequest} from '../../ports/plan-request.ts';
import type {RuntimePlan} from '../../ports/runtime-plan.ts';
import {type AboutResource, changeAbout, valuesAbout} from './about-resource.ts';
import {actionOf} from './change-of.ts';
import {changesIn} from './changes-in.ts';
import {isRuleUsed} from './ignored-paths.ts';
import {maskedTexts} from './masks.ts';
import {mayExist} from './may-exist.ts';
import {type MadePlan, makePlan, targetsOf} from './planning.ts';
import {addressesNow, moduleFor} from './request-module.ts';
import type {ResourcePlan} from './resource-plan.ts';
import type {RootModule} from './root-module.ts';
import {type About, errorsOf} from './said-diagnostics.ts';
import {basesNow, readSaved, savablePlan} from './saved-plan.ts';
import type {Session, TerraformOptions} from './session.ts';
import type {PlannedResource} from './shown.ts';
import {addressesIn, type Stored} from './stored.ts';
import {unsentValues} from './write-only.ts';

const NO_VALUES: KnownValues = {lookup: () => undefined, isSensitive: () => false};

/** Plans the Terraform resources of a stack. */
export async function planResources(
  session: Session,
  request: PlanRequest,
  {options, nextFile}: {readonly options: TerraformOptions; readonly nextFile: () => string},
): Promise<RuntimePlan> {
  const {wanted, prior, signal} = request;
  const stored = session.stored();
  const settings = await options.needs.providers([...wanted.resources, ...prior.spec]);
  const module = moduleFor({request, stored, settings}, request.values ?? NO_VALUES);
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
  const isEmpty = module.addresses.size === 0 && removed.length === 0;
  let bases: TerraformBases | undefined;
  const made: MadePlan = isEmpty
    ? {file, planned: new Map(), warnings: []}
    : await session.alone(async () => {
        await session.lay(module, settings, about, signal);
        bases = await basesNow({session, module, request});
        const saved = await readSaved({session, module, request}, bases, file);
        return saved ?? makePlan(session, {module, targets, about, signal, file});
      });
  const secretTexts = new Set([...module.secretTexts, ...[...made.planned.values()].flatMap(textsOf)]);
  learn([...secretTexts]);
  const resources = new Map(wanted.resources.map((resource) => [resource.id, resource]));
  const aboutOf = (id: string): AboutResource | undefined => {
    const resource = resources.get(id);
    const planned = made.planned.get(module.addresses.get(id) ?? '');
    return resource && planned && {resource, planned, module, secretTexts, request};
  };
  const plan = resourcePlan({session, request, settings, module, made, ids, about, aboutOf, options, learn, nextFile});
  return {
    changes: changesIn(plan, removed),
    diagnostics: [
      ...made.warnings,
      ...wanted.resources.flatMap(({id}) => unsentValues(aboutOf(id), stored)),
      ...mayExist(stored, ids, (id) => about.importIdOf(id) !== undefined),
    ],
    ...defined({saved: bases && savablePlan(session, bases, made)}),
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
  'session' | 'request' | 'settings' | 'module' | 'made' | 'ids' | 'learn' | 'nextFile'
> & {
  readonly about: About;
  readonly aboutOf: ResourcePlan['about'];
  readonly options: TerraformOptions;
};

/** Returns a plan with what its steps need. */
function resourcePlan({about, aboutOf, options, ...parts}: Parts): ResourcePlan {
  const {module, request, ids} = parts;
  let isUsed = false;
  return {
    ...parts,
    batches: batchesIn(request, aboutOf),
    addressOf: (id) => module.addresses.get(id),
    idAt: (address) => ids[address],
    about: aboutOf,
    errors: about,
    errorsOf: (ended) => errorsOf(ended, about),
    clean: options.clean,
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
  const wanted = new Set(addresses.values());
  const stays = new Set([...(prior.leftOut ?? []).map(({id}) => id), ...(prior.toOrphan ?? [])]);
  return addressesIn(state).filter((address) => !wanted.has(address) && !stays.has(idAt(address) ?? address));
}

const isRefreshed = (about: AboutResource): boolean =>
  about.planned.drift !== undefined && changeAbout(about).refreshed === true;

/** Returns the changed resources of each batch. */
const batchesIn = ({wanted}: PlanRequest, about: ResourcePlan['about']): ResourcePlan['batches'] => {
  const own = new Set(wanted.resources.map(({id}) => id));
  return batchesOf({...wanted.order, typeOf: (id) => (own.has(id) ? 'Terraform' : 'Kubernetes')})
    .filter(({type}) => type === 'Terraform')
    .map(({ids}) =>
      ids.filter((id) => {
        const one = about(id);
        return one !== undefined && (actionOf(one.planned) !== 'unchanged' || isRefreshed(one));
      }),
    );
};
