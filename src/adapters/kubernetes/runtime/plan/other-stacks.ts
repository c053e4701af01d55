import type {Diagnostic} from '../../../../core/diagnostic/diagnostic.ts';
import type {JsonObject, JsonPath} from '../../../../core/json.ts';
import {follow, showPath} from '../../../../core/reference/path.ts';
import {type StackReference, stackReferencesIn} from '../../../../core/reference/stack-references-in.ts';
import {type ResourceState, recordedValues} from '../../../../core/release/resource-state.ts';
import type {OtherResource} from '../../../../core/stacks/other-stack.ts';
import {defined} from '../../../../lib/defined.ts';
import type {PlanRequest} from '../../../../ports/plan-request.ts';
import type {KubernetesClient} from '../client/client.ts';
import {resourceOf} from '../operate/find-objects.ts';
import {uidOf} from './live-objects.ts';
import {unreadable} from './unreadable.ts';

/** The values that a plan takes from other stacks. */
export type OtherStacks = {
  /** Returns the object that a reference names by its key. `unknown`: a stack that is applied first creates the value. */
  readonly lookup: (key: string, path: JsonPath) => JsonObject | 'unknown' | undefined;
  readonly diagnostics: readonly Diagnostic[];
};

type Reader = Pick<KubernetesClient, 'discovery' | 'get' | 'server'>;
type Asked = Pick<PlanRequest, 'wanted' | 'neighbours' | 'signal'>;

/**
 * Reads the values of other stacks. The release of a stack has precedence. A value that it does not contain, because
 * the server sets it (an address, a status), is read from the object that the release left, and from no other.
 */
export async function readOtherStacks(client: Reader, request: Asked): Promise<OtherStacks> {
  const {wanted, neighbours, signal} = request;
  const {resources, expandable, origins} = wanted;
  const others = neighbours?.others ?? new Map<string, OtherResource>();
  const placed = resources
    .filter(({id}) => expandable.has(id))
    .flatMap(({id, attributes}) => stackReferencesIn(attributes).map((one) => ({...one, resource: id})));
  const toRead = new Map(
    placed.flatMap(({key, path, isSecret}) => {
      // Values of shared Secrets are resolved as secrets, before the plan.
      if (isSecret === true) return [];
      const {state, values, awaits} = others.get(key) ?? {};
      const isNeeded =
        state !== undefined && values === undefined && awaits?.(path) === false && !isRecorded(state, path);
      return isNeeded ? [[key, state] as const] : [];
    }),
  );
  const read = await Promise.all(
    [...toRead].map(async ([key, state]) => [key, await readLive(client, state, signal)] as const),
  );
  const live = new Map(read);
  return {
    lookup: (key, path) => {
      const other = others.get(key);
      if (other === undefined) return undefined;
      if (other.awaits(path) || other.state === undefined) return 'unknown';
      if (other.values !== undefined) return other.values.object;
      if (isRecorded(other.state, path)) return recorded(other.state);
      const found = live.get(key);
      // It is gone, or another object: that is reported separately.
      return found === undefined || 'because' in found ? 'unknown' : found.object;
    },
    diagnostics: placed.flatMap((one) => {
      const found = live.get(one.key);
      return found !== undefined && 'because' in found && toRead.has(one.key)
        ? [
            diagnose(
              {...one, stack: others.get(one.key)?.stack ?? one.stack},
              found.because,
              origins.get(one.resource)?.position(one.at),
            ),
          ]
        : [];
    }),
  };
}

const recorded = (state: ResourceState): JsonObject => recordedValues(state) as JsonObject;

const isRecorded = (state: ResourceState, path: JsonPath): boolean => 'value' in follow(recordedValues(state), path);

type Live = {readonly object: JsonObject} | {readonly because: string};

async function readLive(client: Reader, state: ResourceState, signal: AbortSignal): Promise<Live> {
  if (state.type !== 'Kubernetes') return {because: 'its release has no such value'};
  const resource = await resourceOf(client.discovery, state);
  if (resource === undefined) return {because: 'the cluster no longer has its kind'};
  const reply = await client.get({resource, namespace: state.namespace, name: state.name, signal});
  if (reply.ok)
    return state.uid === '' || uidOf(reply.object) === state.uid
      ? {object: reply.object}
      : {because: 'another object has its name now'};
  if (reply.refusal.kind === 'not-found') return {because: 'it is no longer in the cluster'};
  throw unreadable(client.server, resource, reply.refusal, state.id);
}

const diagnose = (
  {stack, id, path, at, resource}: StackReference & {readonly resource: string},
  because: string,
  position: Diagnostic['at'],
): Diagnostic => ({
  severity: 'error',
  code: 'reference/missing-field',
  message: `cannot set ${showPath(at)} from ${showPath(path)} of ${id} in the stack ${stack}: ${because}`,
  resource,
  path: showPath(at),
  ...defined({at: position}),
  hint: `Apply the stack ${stack} again to restore it.`,
});
