import {GantryError} from '../../core/failure/failure.ts';
import {isObject} from '../../core/json.ts';
import type {Resource} from '../../core/resource/resource.ts';
import {SOURCE_ID} from '../../core/terraform/source.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import type {PlanRequest} from '../../ports/plan-request.ts';
import type {AboutResource} from './about-resource.ts';
import {OUTPUTS} from './outputs.ts';
import type {MadePlan} from './planning.ts';
import {isOfSource} from './request-module.ts';
import type {PlannedResource} from './shown.ts';
import type {Stored} from './stored.ts';

/** Adds the outputs to a plan of a source that has none, so that the source is a part of the release. */
export function withOutputs(made: MadePlan, {state}: PlanRequest['prior']): MadePlan {
  if (made.planned.has(OUTPUTS)) return made;
  const isNew = !state.some(({id}) => id === SOURCE_ID);
  const outputs = {...NO_OUTPUTS, actions: [isNew ? 'create' : 'no-op']};
  return {...made, planned: new Map([...made.planned, [OUTPUTS, outputs]])};
}

const NO_OUTPUTS: Omit<PlannedResource, 'actions'> = {
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

/** Reports whether an address is a part of a module or of a resource with several instances, or the resource itself. */
const isIn = (address: string, part: string): boolean =>
  address === part || address.startsWith(`${part}.`) || address.startsWith(`${part}[`);

/** Refuses a target that selects nothing: Terraform would plan no change. @throws GantryError input/usage */
export function refuseUnknownParts({planned}: MadePlan, parts: readonly string[] = []): void {
  const addresses = [...planned.keys()];
  const unknown = parts.find((part) => !addresses.some((address) => isIn(address, part)));
  if (unknown === undefined) return;
  const nearest = didYouMean(unknown, addresses);
  throw new GantryError({
    code: 'input/usage',
    message: `--target ${unknown}: the source of Terraform code has no such resource`,
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
