import {literalsIn} from '../../core/sealing/literals.ts';
import {SOURCE_ID} from '../../core/terraform/source.ts';
import {canonicalJson} from '../../lib/canonical-json.ts';
import {defined} from '../../lib/defined.ts';
import {once} from '../../lib/once.ts';
import type {PlannedChange} from '../../ports/planned-change.ts';
import {changeAbout, sealedAttributes, stateAbout} from './about-resource.ts';
import {NO_OUTPUTS, OUTPUTS} from './outputs.ts';
import type {ResourcePlan} from './resource-plan.ts';
import {contentOf} from './root-module.ts';
import type {Steps} from './steps-of.ts';
import {withWriteOnly} from './write-only.ts';

/** Returns the change of a wanted resource; none if it is not in the plan. */
export function writeOf(id: string, plan: ResourcePlan, steps: Steps): readonly PlannedChange[] {
  const {request, session} = plan;
  const about = plan.about(id);
  if (about === undefined) return [];
  const {resource, planned} = about;
  const change = withWriteOnly(changeAbout(about), about, session.stored());
  const isWithout = planned.address === OUTPUTS && planned.actions[0] === 'no-op';
  const shown =
    session.stored().shown?.resources[planned.previous ?? planned.address] ?? (isWithout ? NO_OUTPUTS : undefined);
  const recorded = request.prior.state.find((one) => one.id === id);
  const found = once(() => (shown === undefined ? undefined : stateAbout(about, shown)));
  // The digests in a state belong to its id.
  const isMoved = change.movedFrom !== undefined;
  const sealed = () => sealedAttributes(about);
  return [
    {
      change,
      after: needsOf(id, plan),
      redacted: sealed,
      literals: () => literalsIn(sealed(), resource.attributes),
      state: isMoved ? (found() ?? recorded) : (recorded ?? found()),
      seen: () => ({
        ...defined({live: planned.before && request.secrets.digestKey.hmac(canonicalJson(planned.before))}),
        sends: request.secrets.digestKey.hmac(contentOf(plan.module, id)),
      }),
      execute: async (run) =>
        change.action === 'unchanged' && change.refreshed !== true
          ? {kind: 'done', ...defined({state: found() ?? recorded, live: planned.after})}
          : steps.write(id, run),
    },
  ];
}

/** Returns what a change waits for: its own needs, and what the other changes of its batch need of other runtimes. */
function needsOf(id: string, {batches, about, request: {wanted}}: ResourcePlan): readonly string[] {
  const isDeleted = (one: string): boolean => ['delete', 'forget'].includes(about(one)?.planned.actions[0] ?? '');
  const own = new Set(wanted.resources.map((one) => one.id));
  const batch = batches.find((ids) => ids.includes(id)) ?? [id];
  const after = (one: string): readonly string[] => wanted.order.after.get(one) ?? [];
  // The outputs are known when everything that they are made of is applied.
  const parts = id === SOURCE_ID ? batch.filter((one) => !own.has(one) && !isDeleted(one)) : [];
  return [...new Set([...after(id), ...parts, ...batch.flatMap(after).filter((need) => !own.has(need))])];
}
