import {PERMISSION_FLAG, permits} from '../../core/plan/permissions.ts';
import type {Change} from '../../core/plan/plan.ts';
import type {ResourceState} from '../../core/release/resource-state.ts';
import {isInSource, SOURCE_ID} from '../../core/terraform/source.ts';
import {canonicalJson} from '../../lib/canonical-json.ts';
import {defined} from '../../lib/defined.ts';
import type {PlanRequest} from '../../ports/plan-request.ts';
import type {PlannedChange} from '../../ports/planned-change.ts';
import {addressesIn} from './instances.ts';
import {mayLoseData} from './loss.ts';
import {addressesNow} from './request-module.ts';
import type {ResourcePlan} from './resource-plan.ts';
import type {RootModule} from './root-module.ts';
import type {Steps} from './steps-of.ts';
import type {Stored} from './stored.ts';

/** Returns the addresses in the state that are neither wanted, nor left out of this run, nor orphaned. */
export function removedIn(
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

/** Returns the change of a resource that is deleted. */
export function removalOf(
  {address, action = 'delete'}: {readonly address: string; readonly action?: 'delete' | 'forget'},
  plan: ResourcePlan,
  steps: Steps,
): PlannedChange {
  const {request, session} = plan;
  const id = plan.idAt(address) ?? address;
  const isLossy = action === 'delete' && mayLoseData(address);
  const {allowDelete} = request.permissions;
  const change: Change = {
    id,
    type: 'Terraform',
    action,
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
export function leavingOf(
  {request, module, made, session, about}: ResourcePlan,
  steps: Steps,
): readonly PlannedChange[] {
  const {prior} = request;
  const known = addressesNow(request, session.stored());
  const existing = new Set(addressesIn(session.stored().state));
  const moved = new Set([...made.planned.values()].map(({previous}) => previous));
  return prior.state.flatMap((state): readonly PlannedChange[] => {
    const {id} = state;
    if (module.addresses.has(id) || about(id) !== undefined || moved.has(id)) return [];
    const address = known.get(id);
    const exists = address !== undefined && existing.has(address);
    const isOrphaned = prior.toOrphan?.has(id) === true;
    if (exists && !isOrphaned) return module.addresses.has(SOURCE_ID) && isInSource(state) ? [unplanned(state)] : [];
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

/** Returns the change of a resource in a source that `--target` leaves out: the release keeps it as it is. */
const unplanned = (state: ResourceState): PlannedChange => ({
  change: {id: state.id, type: 'Terraform', action: 'unchanged', verified: false, fields: []},
  after: [],
  state,
  execute: async () => ({kind: 'done', state}),
});

/** Returns the change of outputs that leave the release. Their values are gone with the resources that they were made of. */
const outputsRemoval = (state: ResourceState): PlannedChange => ({
  change: {id: state.id, type: 'Terraform', action: 'delete', verified: true, fields: []},
  after: [],
  state,
  execute: async (run) => {
    await run.beforeWrite();
    run.onApplied();
    return {kind: 'done'};
  },
});
