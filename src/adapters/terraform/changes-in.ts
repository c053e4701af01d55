import {PERMISSION_FLAG, permits} from '../../core/plan/permissions.ts';
import type {Change} from '../../core/plan/plan.ts';
import {literalsIn} from '../../core/sealing/literals.ts';
import {canonicalJson} from '../../lib/canonical-json.ts';
import {defined} from '../../lib/defined.ts';
import type {PlannedChange} from '../../ports/planned-change.ts';
import {changeAbout, sealedAttributes, stateAbout} from './about-resource.ts';
import {mayLoseData} from './loss.ts';
import {addressesNow} from './request-module.ts';
import type {ResourcePlan} from './resource-plan.ts';
import {contentOf} from './root-module.ts';
import {type Steps, stepsOf} from './steps-of.ts';
import {addressesIn} from './stored.ts';
import {withWriteOnly} from './write-only.ts';

/** Returns the changes of a plan with their steps. `removed`: the addresses to delete. */
export function changesIn(plan: ResourcePlan, removed: readonly string[]): readonly PlannedChange[] {
  const steps = stepsOf(plan);
  return [
    ...plan.request.wanted.resources.flatMap(({id}) => writeOf(id, plan, steps)),
    ...removed.map((address) => removalOf(address, plan, steps)),
    ...leavingOf(plan, steps),
  ];
}

function writeOf(id: string, plan: ResourcePlan, steps: Steps): readonly PlannedChange[] {
  const {request, session} = plan;
  const about = plan.about(id);
  if (about === undefined) return [];
  const {resource, planned} = about;
  const change = withWriteOnly(changeAbout(about), about, session.stored());
  const shown = session.stored().shown?.resources[planned.address];
  const recorded = request.prior.state.find((one) => one.id === id);
  const found = shown === undefined ? undefined : stateAbout(about, shown);
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
        sends: request.secrets.digestKey.hmac(contentOf(plan.module, id)),
      }),
      execute: async (run) =>
        change.action === 'unchanged' && change.refreshed !== true
          ? {kind: 'done', ...defined({state: found ?? recorded, live: planned.after})}
          : steps.write(id, run),
    },
  ];
}

/** Returns what a change waits for: its own needs, and what the other changes of its batch need of other runtimes. */
function needsOf(id: string, {batches, request: {wanted}}: ResourcePlan): readonly string[] {
  const own = new Set(wanted.resources.map((one) => one.id));
  const batch = batches.find((ids) => ids.includes(id)) ?? [id];
  const after = (one: string): readonly string[] => wanted.order.after.get(one) ?? [];
  return [...new Set([...after(id), ...batch.flatMap(after).filter((need) => !own.has(need))])];
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
