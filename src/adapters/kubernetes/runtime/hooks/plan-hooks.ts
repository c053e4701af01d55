import type {Diagnostic} from '../../../../core/diagnostic/diagnostic.ts';
import type {DueHook} from '../../../../core/hook/due-hooks.ts';
import type {Change} from '../../../../core/plan/plan.ts';
import type {Resource} from '../../../../core/resource/resource.ts';
import {defined} from '../../../../lib/defined.ts';
import type {PlanRequest} from '../../../../ports/plan-request.ts';
import type {KubernetesClient} from '../client/client.ts';
import {type Candidate, candidateOf, isCandidate} from '../plan/candidate.ts';
import {placeOf} from '../plan/dry-run.ts';
import {plannedKinds} from '../plan/planned-kinds.ts';
import {recallSecrets} from '../plan/recall-secrets.ts';
import {openScheme} from '../plan/scheme.ts';
import {hookTarget} from './hook-target.ts';
import type {PlannedHook} from './planned-hook.ts';

/** The connection of a plan to its cluster. */
type Session = {readonly client: KubernetesClient; readonly defaultNamespace: string};

/** The hooks of a plan, and the problems of those that cannot be planned. */
export type PlannedHooks = {readonly hooks: readonly PlannedHook[]; readonly diagnostics: readonly Diagnostic[]};

/** Plans the hooks that a run executes. The server checks each object by a dry run, as far as nothing of it is unknown yet. */
export async function planHooks(session: Session, request: PlanRequest): Promise<PlannedHooks> {
  const due = request.wanted.hooks ?? [];
  if (due.length === 0) return {hooks: [], diagnostics: []};
  const {resources, lost} = await recalled(session, due, request);
  const all = [...request.wanted.resources, ...(request.neighbours?.pending ?? [])];
  const scheme = openScheme(session.client, plannedKinds(all.map(({attributes}) => attributes)));
  const found = await Promise.all(
    resources.map((resource) => candidateOf({...session, scheme, resource, origin: undefined})),
  );
  const hooks = due.flatMap((one, i) => {
    const candidate = found[i];
    if (candidate === undefined || !isCandidate(candidate)) return [];
    const change = changeOf(one, lost.get(one.hook.id));
    return [{due: one, candidate, change, secrets: request.secrets.values ?? new Map()}];
  });
  const problems = found.filter((one): one is Diagnostic => !isCandidate(one));
  const checked = await Promise.all(hooks.map((hook) => check(session, hook, request)));
  return {
    hooks: checked.map(({hook}) => hook),
    diagnostics: [...problems, ...checked.flatMap(({problem}) => problem ?? [])],
  };
}

/** Restores secrets of a record from the live objects, as far as these still exist. */
async function recalled({client}: Session, due: readonly DueHook[], {secrets, recalls, signal}: PlanRequest) {
  const resources = due.map(
    ({hook}): Resource => ({
      id: hook.id,
      type: 'Kubernetes',
      attributes: hook.attributes,
      dependsOn: [],
      extensions: {},
    }),
  );
  return recallSecrets(client, {resources, ...secrets, literals: recalls?.literals, signal});
}

function changeOf({id, hook, event, ranBefore}: DueHook, lost: readonly string[] | undefined): Change {
  const {source, weight, deletePolicies} = hook;
  return {
    id,
    type: 'Kubernetes',
    action: 'run',
    reason: `${event} hook of ${source}${weight === 0 ? '' : `, weight ${weight}`}`,
    verified: false,
    hook: {source, event, weight, deletePolicies},
    ...defined({
      effects:
        ranBefore && hook.runsToEnd && hook.attributes['kind'] === 'Job' ? (['job-runs-again'] as const) : undefined,
      blocked: lost === undefined ? undefined : withoutSecret(lost),
    }),
    fields: [],
  };
}

const withoutSecret = (paths: readonly string[]): Change['blocked'] => ({
  needs: '--skip-hooks, or an apply from the files',
  because: `the secret ${paths.length === 1 ? 'value' : 'values'} ${paths.join(', ')} of the hook ${paths.length === 1 ? 'is' : 'are'} not in the cluster, and releases store no secret values`,
});

type Checked = {readonly hook: PlannedHook; readonly problem?: Diagnostic};

/**
 * Asks the server whether it would create the object. An object with the same name says nothing about the new one. Other refusals, for
 * example of a Pod whose ServiceAccount an earlier hook creates, are left to the run.
 */
async function check({client}: Session, hook: PlannedHook, request: PlanRequest): Promise<Checked> {
  const {candidate, due} = hook;
  if (candidate.kind.planned || request.secrets.unread === true) return {hook};
  const {lineage, stackName, secrets, signal} = request;
  const made = hookTarget({lineage, stackName, digestKey: secrets.digestKey}, hook, {live: () => undefined});
  if ('failure' in made) return {hook};
  const place = placeOf(made.target);
  const reply = await client.create({...place, object: made.target.desired, dryRun: true, signal});
  const verified = {...hook, change: {...hook.change, verified: true}};
  if (reply.ok) return {hook: verified};
  const {refusal} = reply;
  if (refusal.kind === 'already-exists') return {hook: {...verified, isPresent: true}};
  if (refusal.kind === 'forbidden' && refusal.by === 'authorization')
    return {hook: {...hook, denied: {action: 'create', detail: refusal.message}}};
  return refusal.kind === 'invalid' || refusal.kind === 'wrong-input'
    ? {hook, problem: refused(due, candidate, refusal.message)}
    : {hook};
}

const refused = ({id}: DueHook, {identity}: Candidate, message: string): Diagnostic => ({
  severity: 'error',
  code: 'hook/refused',
  message: `the server refuses the hook ${identity.kind} ${identity.name}: ${message}`,
  resource: id,
});
