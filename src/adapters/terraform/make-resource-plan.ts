import {batchesOf} from '../../core/graph/batches.ts';
import {SOURCE_ID} from '../../core/terraform/source.ts';
import type {PlanRequest} from '../../ports/plan-request.ts';
import {type AboutResource, changeAbout} from './about-resource.ts';
import {actionOf} from './change-of.ts';
import {OUTPUTS} from './outputs.ts';
import {targetsOf} from './planning.ts';
import type {ResourcePlan} from './resource-plan.ts';
import {errorsOf} from './said-diagnostics.ts';
import {plannedBy} from './source-plan.ts';

type Parts = Omit<
  ResourcePlan,
  'batches' | 'targetsFor' | 'addressOf' | 'idAt' | 'errorsOf' | 'done' | 'isUsed' | 'use'
>;

/** Returns a plan with what its steps need. */
export function makeResourcePlan(parts: Parts): ResourcePlan {
  const {module, request, made, about, errors, kept} = parts;
  const ofSource = module.addresses.has(SOURCE_ID) ? plannedBy(made, kept.ids).map(({address}) => address) : [];
  let isUsed = false;
  return {
    ...parts,
    batches: batchesIn(request, about, ofSource),
    targetsFor: (addresses, done) => {
      const rest = [...made.planned.values()].filter(
        (one) => actionOf(one) !== 'unchanged' && one.address !== OUTPUTS && !done.has(one.address),
      );
      const isLast = rest.every(({address}) => addresses.has(address));
      if (isLast && targetsOf(module, request, []) === undefined) return undefined;
      return [...new Set([...addresses, ...(addresses.has(OUTPUTS) ? ofSource : [])])].filter((one) => one !== OUTPUTS);
    },
    addressOf: (id) => module.addresses.get(id) ?? (ofSource.includes(id) ? id : undefined),
    idAt: errors.idAt,
    errorsOf: (ended) => errorsOf(ended, errors),
    done: new Set(),
    isUsed: () => isUsed,
    use: () => {
      isUsed = true;
    },
  };
}

const isRefreshed = (about: AboutResource): boolean =>
  about.planned.drift !== undefined && changeAbout(about).refreshed === true;

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
      ids
        .flatMap((id) => (id === SOURCE_ID ? [...ofSource, id] : id))
        .filter((id) => {
          const one = about(id);
          return one !== undefined && (actionOf(one.planned) !== 'unchanged' || isRefreshed(one));
        }),
    );
};
