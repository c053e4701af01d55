import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../../../../core/json.ts';
import type {Blocked, Change} from '../../../../core/plan/plan.ts';
import {showPath} from '../../../../core/reference/path.ts';
import {identityOf} from '../../../../core/resource/identity.ts';
import type {Resource} from '../../../../core/resource/resource.ts';
import {type Literals, NO_LITERALS} from '../../../../core/sealing/literals.ts';
import {containsRedacted, isRedacted, type RedactedValue, redactLeaf} from '../../../../core/secret/redacted-value.ts';
import type {Secret} from '../../../../core/secret/secret.ts';
import type {RecalledRelease} from '../../../../ports/plan-request.ts';
import type {KubernetesClient} from '../client/client.ts';
import {unreadable} from './unreadable.ts';

/** The resources of an older release, with the secrets that can still be read. */
export type Recalled = {
  /** The resources, with every redacted value restored or left out. */
  readonly resources: readonly Resource[];
  /** The paths of values that could not be restored, by resource id. */
  readonly lost: ReadonlyMap<string, readonly string[]>;
};

type Recall = {
  readonly resources: readonly Resource[];
  readonly digestKey: Secret;
  /** The literal secrets of the release, by their digests. */
  readonly literals?: Literals | undefined;
  readonly signal: AbortSignal;
};
type Reader = Pick<KubernetesClient, 'discovery' | 'get' | 'server'>;

/**
 * Returns the secrets of a release: from its sealed values, else from the live objects, as long as these still have exactly the released
 * values.
 */
export async function recallSecrets(
  client: Reader,
  {resources, digestKey, literals = NO_LITERALS, signal}: Recall,
): Promise<Recalled> {
  const lost = new Map<string, readonly string[]>();
  const recalled = await Promise.all(
    resources.map(async (resource) => {
      const {id, attributes} = resource;
      const sealed = restoreValues(attributes, [], (redacted) => valueOf(redacted, literals)) as JsonObject;
      if (!containsRedacted(sealed)) return {...resource, attributes: sealed};
      const live = await readLive(client, attributes, signal);
      const missing: string[] = [];
      const restore = (redacted: RedactedValue, path: JsonPath): Json | undefined => {
        const value = valueAt(live, path);
        const same = value !== undefined && isSameRedacted(redactLeaf(digestKey.reveal(), id, path, value), redacted);
        if (same) return value;
        missing.push(showPath(path));
        return undefined;
      };
      const filled = restoreValues(sealed, [], restore) as JsonObject;
      if (missing.length > 0) lost.set(id, missing);
      return {...resource, attributes: filled};
    }),
  );
  return {resources: recalled, lost};
}

/** Blocks a change that lacks a secret: the value exists only in the files. */
export function blockedByLoss(
  change: Change,
  paths: readonly string[] | undefined,
  {revision, literals}: Pick<RecalledRelease, 'revision' | 'literals'>,
): Change {
  if (paths === undefined) return change;
  const [values, are] = paths.length === 1 ? ['value', 'is'] : ['values', 'are'];
  const own: Blocked = {
    needs: `an apply from the files of revision ${revision}, which hold the missing values`,
    because: `the secret ${values} ${paths.join(', ')} of revision ${revision} ${are} no longer in the cluster, and ${literals === undefined || literals.size === 0 ? 'releases store no secret values' : 'this release has no sealed copy'}`,
  };
  const fields = change.fields.filter(({path}) => !paths.some((one) => path.endsWith(one)));
  const action = change.action === 'unchanged' ? 'update' : change.action;
  return {...change, action, verified: false, blocked: own, fields};
}

async function readLive(client: Reader, attributes: JsonObject, signal: AbortSignal): Promise<JsonObject | undefined> {
  const {apiVersion, kind, namespace, name} = identityOf(attributes);
  const resource = await client.discovery.resourceFor({apiVersion, kind});
  if (resource === undefined) return undefined;
  const reply = await client.get({resource, namespace, name, signal});
  if (reply.ok) return reply.object;
  if (reply.refusal.kind === 'not-found') return undefined;
  throw unreadable(client.server, resource, reply.refusal);
}

/** Returns the sealed value of a redacted one, or the redacted one itself. */
const valueOf = (redacted: RedactedValue, literals: Literals): Json =>
  literals.get(redacted.$gantry.secret.hmac) ?? redacted;

type Restore = (redacted: RedactedValue, path: JsonPath) => Json | undefined;

function restoreValues(value: Json, path: JsonPath, restore: Restore): Json | undefined {
  if (isRedacted(value)) return restore(value, path);
  if (isList(value)) return value.map((item, i) => restoreValues(item, [...path, i], restore)).filter(isRestored);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(
    ([name, field]) => [name, restoreValues(field, [...path, name], restore)] as const,
  );
  return Object.fromEntries(entries.filter((entry): entry is readonly [string, Json] => isRestored(entry[1])));
}

const isRestored = (value: Json | undefined): value is Json => value !== undefined;

function valueAt(value: Json | undefined, [step, ...rest]: JsonPath): Json | undefined {
  if (step === undefined) return value;
  if (typeof step === 'number') return isList(value) ? valueAt(value[step], rest) : undefined;
  return isObject(value) && Object.hasOwn(value, step) ? valueAt(value[step], rest) : undefined;
}

const isSameRedacted = (a: Json, b: Json): boolean => JSON.stringify(a) === JSON.stringify(b);
