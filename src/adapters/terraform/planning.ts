import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {SOURCE_ID} from '../../core/terraform/source.ts';
import type {PlanRequest} from '../../ports/plan-request.ts';
import {failureOf} from './failure-of.ts';
import {addressesIn} from './instances.ts';
import {OUTPUTS} from './outputs.ts';
import {isOfSource} from './request-module.ts';
import type {RootModule} from './root-module.ts';
import type {About} from './said-diagnostics.ts';
import {warningsOf} from './said-diagnostics.ts';
import type {Session} from './session.ts';
import type {PlannedResource, Shown} from './shown.ts';
import {type Stored, serialOf} from './stored.ts';

/** A plan that Terraform made. */
export type MadePlan = {
  readonly file: string;
  readonly planned: ReadonlyMap<string, PlannedResource>;
  readonly warnings: readonly Diagnostic[];
  /** The sensitive texts in the values from before the plan. */
  readonly secretTexts?: readonly string[];
};

/** A part of a stack to plan. */
export type PlanPart = {
  readonly module: RootModule;
  /** The addresses to plan. Absent: the whole module, and all that is in the state and not in it. */
  readonly targets?: readonly string[] | undefined;
  /** True for a plan that only records what changed at the providers: Terraform applies no other plan without a change. */
  readonly isRefreshOnly?: boolean;
  /** The addresses of resources to replace although nothing changed. */
  readonly replaced?: readonly string[];
  readonly about: About;
  readonly signal: AbortSignal;
  readonly file: string;
};

/**
 * Plans the module in the working directory. A plan without changes is one process; the values are those that an earlier run has
 * stored. Any other plan is shown by a second process, because the stream of the first one has no values.
 */
export async function makePlan(
  session: Session,
  {module, targets, isRefreshOnly = false, replaced = [], about, signal, file}: PlanPart,
): Promise<MadePlan> {
  let hasChanges = false;
  const ended = await session.plan(
    file,
    [
      ...(isRefreshOnly ? ['-refresh-only'] : []),
      ...(module.isDestroy ? ['-destroy'] : []),
      ...(targets ?? []).map((address) => `-target=${address}`),
      ...(isRefreshOnly || module.isDestroy ? [] : replaced).map((address) => `-replace=${address}`),
    ],
    {
      signal,
      onEvent: ({kind}) => {
        if (kind === 'planned' || kind === 'drift') hasChanges = true;
      },
    },
  );
  signal.throwIfAborted();
  if (ended.code !== 0) throw failureOf('plan', ended, about);
  const warnings = warningsOf(ended, about);
  const {shown, state} = session.stored();
  if (
    !hasChanges &&
    shown !== undefined &&
    shown.serial === serialOf(state) &&
    isShown(shown.resources, addressesIn(state))
  )
    return {
      file,
      warnings,
      planned: new Map(Object.entries(shown.resources).map(([at, one]) => [at, unchanged(at, one)])),
    };
  const plan = await session.showPlan(file);
  const {changes, secretTexts} = plan;
  return {file, warnings, secretTexts, planned: new Map(changes.map((one) => [one.address, one]))};
}

const isShown = (resources: Readonly<Record<string, Shown>>, addresses: readonly string[]): boolean =>
  addresses.every((address) => Object.hasOwn(resources, address));

const unchanged = (address: string, {values, sensitive, provider}: Shown): PlannedResource => ({
  address,
  actions: ['no-op'],
  before: values,
  after: values,
  unknown: {},
  beforeSensitive: sensitive,
  afterSensitive: sensitive,
  replacePaths: [],
  reason: undefined,
  provider,
});

/** Returns the addresses of the existing resources that the user wants to be replaced. */
export function replacedIn({wanted}: PlanRequest, {addresses}: RootModule, {ids, state}: Stored): readonly string[] {
  const existing = new Set(addressesIn(state));
  const ofSource = (id: string): readonly string[] => (isOfSource(ids, id) ? [id] : []);
  return (wanted.replace ?? []).flatMap((id) => addresses.get(id) ?? ofSource(id)).filter((one) => existing.has(one));
}

/** Returns the addresses to plan if a part of the state must stay as it is; undefined for the whole. */
export function targetsOf(
  module: RootModule,
  {wanted: {parts}, prior}: PlanRequest,
  removed: readonly string[],
  existing: readonly string[] = [],
): readonly string[] | undefined {
  const stays = (prior.leftOut ?? []).length > 0 || (prior.toOrphan ?? new Set()).size > 0 || parts !== undefined;
  if (!stays) return undefined;
  const ofSource = module.addresses.has(SOURCE_ID) ? (parts ?? [...(module.source?.targets ?? []), ...existing]) : [];
  return [...module.addresses.values(), ...removed, ...ofSource].filter((address) => address !== OUTPUTS);
}
