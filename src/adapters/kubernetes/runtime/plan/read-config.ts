import {idOf} from '../../../../core/resource/id.ts';
import {identityOf} from '../../../../core/resource/identity.ts';
import type {Secret} from '../../../../core/secret/secret.ts';
import type {KnownConfig} from '../../../../kubernetes/restart/choose-digests.ts';
import {configDigest} from '../../../../kubernetes/restart/config-digests.ts';
import type {ConfigReference} from '../../../../kubernetes/restart/config-references.ts';
import type {PlanRequest} from '../../../../ports/plan-request.ts';
import type {KubernetesClient} from '../client/client.ts';
import type {Candidate} from './candidate.ts';
import type {PlannedObject} from './planned-object.ts';
import {unreadable} from './unreadable.ts';

/** A ConfigMap or Secret in the namespace of a workload. */
export type ConfigPlace = Pick<ConfigReference, 'kind' | 'name'> & {readonly namespace: string};

/** Reads the content of the ConfigMaps and Secrets that pods use. */
export type ReadConfig = {
  /** Returns the candidate of the stack for an object. */
  readonly planned: (place: ConfigPlace) => Candidate | undefined;
  /** Returns what is known about an object that is not in the stack. Each object is read once. */
  readonly live: (place: ConfigPlace) => Promise<KnownConfig>;
};

type Reading = {
  readonly client: Pick<KubernetesClient, 'discovery' | 'get' | 'server'>;
  readonly request: Pick<PlanRequest, 'neighbours' | 'secrets' | 'signal'>;
  readonly candidates: readonly Candidate[];
};

/** Returns the id of a ConfigMap or Secret. */
export const configId = (place: ConfigPlace): string => idOf({apiVersion: 'v1', ...place});

/** Opens the reads of one plan. Nothing is read before a workload asks for it. */
export function openReadConfig({client, request, candidates}: Reading): ReadConfig {
  const byId = new Map(candidates.map((candidate) => [candidate.ownId, candidate]));
  const pending = new Set((request.neighbours?.pending ?? []).map(({attributes}) => idOf(identityOf(attributes))));
  const reads = new Map<string, Promise<KnownConfig>>();
  return {
    planned: (place) => byId.get(configId(place)),
    live: (place) => {
      const id = configId(place);
      // An earlier stack of the same run changes the object. The digest is known after the apply of that stack, when this stack is planned
      // again.
      if (pending.has(id)) return Promise.resolve({is: 'unknown'});
      const read = reads.get(id) ?? readLive(client, request, place);
      reads.set(id, read);
      return read;
    },
  };
}

async function readLive(
  client: Reading['client'],
  {secrets, signal}: Reading['request'],
  place: ConfigPlace,
): Promise<KnownConfig> {
  const {kind, namespace, name} = place;
  const resource = await client.discovery.resourceFor({apiVersion: 'v1', kind});
  if (resource === undefined) return {is: 'absent'};
  const reply = await client.get({resource, namespace, name, signal});
  if (reply.ok) return {is: 'live', digest: configDigest(secrets.digestKey.reveal(), configId(place), reply.object)};
  if (reply.refusal.kind === 'not-found') return {is: 'absent'};
  if (reply.refusal.kind === 'forbidden') return {is: 'forbidden'};
  throw unreadable(client.server, resource, reply.refusal, configId(place));
}

/** Returns what is known about an object that the same plan contains. */
export const plannedConfig = ({config}: PlannedObject, place: ConfigPlace, digestKey: Secret): KnownConfig => {
  if (config === undefined) return {is: 'later'};
  if (config.isUnknown) return {is: 'unknown'};
  return {is: 'planned', digest: configDigest(digestKey.reveal(), configId(place), config.object)};
};
