import {GantryError} from '../../core/failure/failure.ts';
import {isObject} from '../../core/json.ts';
import type {Resource} from '../../core/resource/resource.ts';
import {SOURCE_ID} from '../../core/terraform/source.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import type {PlanRequest} from '../../ports/plan-request.ts';
import type {AboutResource} from './about-resource.ts';
import {isIn} from './dependants.ts';
import {OUTPUTS} from './outputs.ts';
import type {MadePlan} from './planning.ts';
import {isOfSource} from './request-module.ts';
import type {PlannedResource, Shown} from './shown.ts';
import type {Stored} from './stored.ts';

/**
 * Adds the outputs to a plan of a source that has none, so that the source is a part of the release. A plan of a part of the source has only the outputs
 * that are made of it: all others stay as they are in the state.
 */
export function withOutputs(made: MadePlan, {prior: {state}, wanted: {parts}}: PlanRequest, stored: Stored): MadePlan {
  const isNew = !state.some(({id}) => id === SOURCE_ID) && stored.ids[OUTPUTS] === undefined;
  const planned = made.planned.get(OUTPUTS) ?? {...UNDECLARED, actions: [isNew ? 'create' : 'no-op']};
  const known = parts === undefined ? undefined : stored.shown?.resources[OUTPUTS];
  const outputs = known === undefined ? planned : beside(known, planned);
  return {...made, planned: new Map([...made.planned, [OUTPUTS, outputs]])};
}

/** Adds the outputs of the state to the planned ones. */
function beside({values, sensitive}: Shown, planned: PlannedResource): PlannedResource {
  const {before, after, unknown, beforeSensitive, afterSensitive} = planned;
  const own = new Set([before, after, unknown].flatMap((part) => (isObject(part) ? Object.keys(part) : [])));
  const others = Object.fromEntries(Object.entries(values).filter(([name]) => !own.has(name)));
  const masks = isObject(sensitive) ? sensitive : {};
  return {
    ...planned,
    before: {...others, ...before},
    after: {...others, ...after},
    beforeSensitive: {...masks, ...(isObject(beforeSensitive) ? beforeSensitive : {})},
    afterSensitive: {...masks, ...(isObject(afterSensitive) ? afterSensitive : {})},
  };
}

const UNDECLARED: Omit<PlannedResource, 'actions'> = {
  address: OUTPUTS,
  before: {},
  after: {},
  unknown: {},
  beforeSensitive: {},
  afterSensitive: {},
  replacePaths: [],
  reason: undefined,
  provider: '',
};

/** Returns the planned resources of a source: all that have no other id than their address. */
export const plannedBy = ({planned}: MadePlan, ids: Stored['ids']): readonly PlannedResource[] =>
  [...planned.values()].filter(({address}) => isOfSource(ids, address));

/** Refuses a part that selects nothing: Terraform would plan no change. @throws GantryError input/usage */
export function refuseUnknownParts(
  {planned}: Pick<MadePlan, 'planned'>,
  parts: readonly string[] = [],
  flag: '--target' | '--exclude' = '--target',
): void {
  const addresses = [...planned.keys()];
  const unknown = parts.find((part) => !addresses.some((address) => isIn(address, part)));
  if (unknown === undefined) return;
  const nearest = didYouMean(unknown, addresses);
  throw new GantryError({
    code: 'input/usage',
    message: `${flag} ${unknown}: the source of Terraform code has no such resource`,
    hint: nearest === undefined ? 'Use an address as the plan shows it.' : `Did you mean ${nearest}?`,
  });
}

type Source = {
  readonly source: Resource | undefined;
  readonly ofSource: readonly PlannedResource[];
  readonly wanted: PlanRequest['wanted'];
};

/** Returns a planned resource of a source, or its outputs, as a resource of the stack. */
export function aboutSource(
  planned: PlannedResource,
  {source, ofSource, wanted}: Source,
): Pick<AboutResource, 'resource' | 'written' | 'needs'> {
  const {address, after = {}, unknown} = planned;
  const written = {...(isObject(unknown) ? unknown : {}), ...after};
  const needs = wanted.order.after.get(SOURCE_ID) ?? [];
  if (address === OUTPUTS && source !== undefined)
    return {resource: source, written, needs: [...needs, ...ofSource.map((one) => one.address)]};
  return {
    written,
    needs,
    resource: {id: address, type: 'Terraform', attributes: {}, dependsOn: [], extensions: {}},
  };
}
