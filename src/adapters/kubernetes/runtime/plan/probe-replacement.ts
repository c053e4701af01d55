import type {JsonObject} from '../../../../core/json.ts';
import {probeObject, saysImmutable} from '../../../../kubernetes/plan/probe-object.ts';
import {newAllocations, takenAllocations} from '../../../../kubernetes/plan/service-allocations.ts';
import type {KubernetesClient} from '../client/client.ts';
import type {Refusal} from '../client/status.ts';
import {placeOf} from './dry-run.ts';
import {resourceVersionOf, uidOf} from './live-objects.ts';
import type {Target} from './target.ts';

type Denied = {readonly action: string; readonly detail: string};

/** The result of a probe: whether the server would accept the object in place of the one that it does not let us change. */
export type Probed =
  | {
      readonly kind: 'replaceable';
      /** The object in the server's answer; absent if the server cannot be asked. */
      readonly answer?: JsonObject;
      /** A permission that the replacement needs and the user lacks. */
      readonly denied?: Denied;
    }
  | {readonly kind: 'wrong'; readonly refusal: Refusal};

/** An object whose replacement is checked by dry runs before the old object is deleted. */
export type Probing = {
  readonly client: Pick<KubernetesClient, 'create' | 'delete' | 'list'>;
  readonly target: Target;
  readonly live: JsonObject;
  /** The refusal of the update. */
  readonly refusal: Refusal;
  readonly signal: AbortSignal;
};

/** Checks both steps of a replacement by dry runs: the new object under an unused name, and the deletion of the old one. */
export async function probeReplacement(probing: Probing): Promise<Probed> {
  const probed = await probeCreation(probing);
  if (probed.kind === 'wrong' || probed.denied !== undefined) return probed;
  const taken = await findTaken(probing);
  if (taken !== undefined) return {kind: 'wrong', refusal: taken};
  const {client, target, live, signal} = probing;
  const exact = {uid: uidOf(live), resourceVersion: resourceVersionOf(live)};
  const reply = await client.delete({...placeOf(target), ...exact, dryRun: true, signal});
  if (reply.ok || reply.refusal.kind !== 'forbidden') return probed;
  if (reply.refusal.by === 'admission') return {kind: 'wrong', refusal: reply.refusal};
  return {...probed, denied: {action: 'delete', detail: reply.refusal.message}};
}

async function probeCreation({client, target, live, refusal, signal}: Probing): Promise<Probed> {
  const probe = probeObject(target.desired, live);
  // Every cause must be about an immutable field: other causes would also refuse the new object, after the old one was
  // deleted.
  const onlyForbids = refusal.causes.length > 0 && refusal.causes.every(({message}) => saysImmutable(message));
  const byWords: Probed = onlyForbids ? {kind: 'replaceable'} : {kind: 'wrong', refusal};
  if (probe === undefined) return byWords;
  const {resource} = target.kind;
  const {namespace} = target.identity;
  const reply = await client.create({resource, namespace, object: probe.object, dryRun: true, signal});
  if (reply.ok) return {kind: 'replaceable', answer: probe.restore(reply.object)};
  const no = reply.refusal;
  if (no.kind === 'forbidden' && no.by === 'authorization')
    return byWords.kind === 'wrong' ? byWords : {...byWords, denied: {action: 'create', detail: no.message}};
  // Refusals after validation: the quota has room again when the old object is gone.
  const valid = no.kind === 'already-exists' || (no.kind === 'forbidden' && /\bexceeded quota\b/.test(no.message));
  if (valid) return {kind: 'replaceable'};
  // If the object itself is wrong (for example an address out of range), its own problem is reported instead of
  // "immutable".
  return {kind: 'wrong', refusal: onlyForbids && no.causes.length > 0 ? no : refusal};
}

/** Returns a refusal for addresses and ports that other Services have: a dry run does not check them, and the old object would be deleted in vain. */
async function findTaken({client, target, live, refusal, signal}: Probing): Promise<Refusal | undefined> {
  const {group, kind, namespace} = target.identity;
  if (group !== '' || kind !== 'Service') return undefined;
  const asked = newAllocations(target.desired, live);
  if (asked.length === 0) return undefined;
  const query = {resource: target.kind.resource, signal};
  const all = await client.list(query);
  // A user who cannot list all namespaces is only warned about the own one.
  const seen = all.ok ? all : await client.list({...query, namespace});
  const taken = seen.ok ? takenAllocations(asked, seen.items) : [];
  const causes = taken.map((one) => ({...one, reason: 'FieldValueInvalid'}));
  return causes.length === 0 ? undefined : {...refusal, causes};
}
