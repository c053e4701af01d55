import type {Plan} from '../../core/plan/plan.ts';
import {sealPlan} from '../../core/plan/summary.ts';
import {nextRevision} from '../../core/release/head.ts';
import {shownIdentity} from '../../core/workspace/cluster-identity.ts';
import {defined} from '../../lib/defined.ts';
import type {RuntimePlan} from '../../ports/runtime-plan.ts';
import type {ChosenHooks} from '../hooks/chosen-hooks.ts';
import {unreadNotes} from '../release/unread-objects.ts';
import type {ResolvedGenerated} from '../secret/generated-request.ts';
import {claimNotes} from '../shared/claim-notes.ts';
import type {EffectsOnUsers} from '../shared/effects-on-users.ts';
import {untrustedNotes, untrustedPart} from '../untrusted/untrusted-notes.ts';
import {lookedUpNotes, lookedUpPart} from './looked-up.ts';
import type {PlanInput, PlanScope} from './plan-input.ts';
import type {Reached} from './reach-stack.ts';
import {withoutIdleNotes} from './without-idle-notes.ts';

type Summarized = {
  readonly input: PlanInput;
  readonly scope: PlanScope;
  readonly reached: Reached;
  readonly lineage: string;
  readonly generated: ResolvedGenerated;
  readonly hooks: ChosenHooks;
  readonly onUsers: EffectsOnUsers;
};

/** Returns a plan that was checked, with all that it reports. */
export const summarizePlan = (
  judged: RuntimePlan,
  {input, scope, reached, lineage, generated, hooks, onUsers}: Summarized,
): Plan =>
  sealPlan({
    ...input.source.names,
    lineage,
    revision: nextRevision(input.records.history.head),
    cluster: shownIdentity(reached.identity),
    changes: judged.changes.map(({change}) => change),
    ...untrustedPart(judged.changes),
    ...lookedUpPart(input.source.answers),
    ...defined({dependants: onUsers.dependants.length === 0 ? undefined : onUsers.dependants}),
    diagnostics: withoutIdleNotes(judged, [
      ...generated.diagnostics,
      ...judged.diagnostics,
      ...hooks.diagnostics,
      ...onUsers.diagnostics,
      ...claimNotes(input.request.claims, input.source.names),
      ...unreadNotes(scope.unread),
      ...untrustedNotes(judged.changes),
      ...lookedUpNotes(input.source.answers),
    ]),
  });
