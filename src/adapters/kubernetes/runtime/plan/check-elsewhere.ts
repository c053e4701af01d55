import {isObject, type JsonObject} from '../../../../core/json.ts';
import {identityOf} from '../../../../core/resource/identity.ts';
import {isPlainlyValid} from '../../../../kubernetes/plan/plainly-valid.ts';
import {standInName} from '../../../../kubernetes/plan/stand-in-name.ts';
import type {KubernetesClient} from '../client/client.ts';
import type {ObjectReply} from '../client/objects.ts';
import type {Refusal} from '../client/status.ts';
import type {Candidate} from './candidate.ts';
import type {LiveObjects} from './live-objects.ts';
import type {PlannedObject} from './planned-object.ts';
import type {Target} from './target.ts';

/**
 * Asks the server about an object whose own namespace does not exist yet, in a namespace that exists. Returns `taken`,
 * a refusal because of the object itself, or undefined if only its own namespace can decide.
 */
export type CheckElsewhere = (target: Target) => Promise<'taken' | Refusal | undefined>;

/** The options for dry runs of objects whose own namespace does not exist yet. */
export type ElsewhereOptions = {
  readonly client: Pick<KubernetesClient, 'apply'>;
  /** Existing namespaces, the preferred one first. */
  readonly namespaces: readonly string[];
  readonly signal: AbortSignal;
  readonly random?: () => number;
};

type Scouted = {readonly namespace: string; readonly reply: ObjectReply};

/**
 * Opens the check. It sends one dry run for each valid object, under its own name, because rules of a kind may depend
 * on that. A refusal counts only if the same object under an unused name is refused for the same fields, so that it
 * cannot come from an existing object.
 */
export function openCheckElsewhere(options: ElsewhereOptions): CheckElsewhere {
  const {namespaces, random = Math.random} = options;
  const ask = (target: Target, namespace: string, name: string) => dryRunIn(options, target, namespace, name);
  // The first object of a kind finds the namespace in which the user may ask.
  const scouts = new Map<string, Promise<Scouted | undefined>>();
  const scout = async (target: Target): Promise<Scouted | undefined> => {
    for (const namespace of namespaces) {
      const reply = await ask(target, namespace, target.identity.name);
      if (reply.ok || !isNoPlace(reply.refusal)) return {namespace, reply};
    }
    return undefined;
  };
  return async (target) => {
    if (namespaces.length === 0 || dependsOnNamespace(target)) return undefined;
    if (isPlainlyValid(target.desired)) return 'taken';
    const kind = `${target.identity.apiVersion}/${target.identity.kind}`;
    const known = scouts.get(kind);
    const scouting = known ?? scout(target);
    scouts.set(kind, scouting);
    const scouted = await scouting;
    if (scouted === undefined) return undefined;
    const {namespace} = scouted;
    const first = known === undefined ? scouted.reply : await ask(target, namespace, target.identity.name);
    if (first.ok) return 'taken';
    if (first.refusal.kind !== 'conflict' && !isAboutObject(first.refusal)) return undefined;
    const name = standInName(target.identity.name, random);
    const second = await ask(target, namespace, name);
    if (second.ok) return 'taken';
    if (!isAboutObject(second.refusal)) return undefined;
    const refusal = inOwnWords(second.refusal, {name, own: target.identity.name});
    return first.refusal.kind === 'conflict' || sameFields(first.refusal, refusal) ? refusal : undefined;
  };
}

const dryRunIn = (
  {client, signal}: ElsewhereOptions,
  {kind: {resource}, desired}: Target,
  namespace: string,
  name: string,
): Promise<ObjectReply> =>
  client.apply({
    resource,
    namespace,
    name,
    object: placed(desired, namespace, name),
    force: false,
    dryRun: true,
    signal,
  });

/** Reports whether the server checks an object against its namespace, or acts on it without storing it. */
const dependsOnNamespace = ({identity: {group, kind}}: Target): boolean =>
  kind === 'Event' || group === 'authorization.k8s.io' || group === 'authentication.k8s.io';

/** Reports whether the user may not ask in this namespace, or it does not exist, so that another one is tried. */
const isNoPlace = (refusal: Refusal): boolean =>
  refusal.kind === 'not-found' || (refusal.kind === 'forbidden' && refusal.by === 'authorization');

/**
 * Reports whether a refusal is independent of the namespace. Quotas, limits, missing service accounts and permissions
 * belong to the namespace; webhooks and policies select it by labels; addresses and ports may be free when the plan is
 * applied.
 */
function isAboutObject({kind, message}: Refusal): boolean {
  if (kind !== 'invalid' && kind !== 'wrong-input') return false;
  return !OF_THE_PLACE.test(message);
}

const OF_THE_PLACE =
  /\bdenied (the )?request\b|admission webhook|already (allocated|in use|exists)|\bnamespace "|match.*namespace|permission|not authorized/i;

/** Reports whether at least one field is refused both times: the others may be about the name, or about an object that has it. */
function sameFields(one: Refusal, other: Refusal): boolean {
  if (one.kind !== other.kind) return false;
  const fields = new Set(one.causes.map(({field}) => field));
  return fields.size === 0 ? other.causes.length === 0 : other.causes.some(({field}) => fields.has(field));
}

const placed = (object: JsonObject, namespace: string, name: string): JsonObject => ({
  ...object,
  metadata: {...(isObject(object['metadata']) ? object['metadata'] : {}), namespace, name},
});

function inOwnWords(refusal: Refusal, {name, own}: {readonly name: string; readonly own: string}): Refusal {
  const said = (text: string): string => text.replaceAll(name, own);
  return {
    ...refusal,
    message: said(refusal.message),
    causes: refusal.causes.map((cause) => ({...cause, message: said(cause.message)})),
  };
}

/** Adds the result of the check to an object that is planned to be created. It stays unverified, because another namespace is not its own. */
export async function checkedElsewhere(planned: PlannedObject, check: CheckElsewhere): Promise<PlannedObject> {
  const found = await check(planned.target);
  return found === undefined || found === 'taken' ? planned : {...planned, refusal: found};
}

type Places = {
  readonly defaultNamespace: string;
  readonly candidates: readonly Candidate[];
  readonly live: LiveObjects;
  readonly missing: string | undefined;
};

/** Returns the namespaces that may exist before this plan is applied: that of the context, `default`, then those of the stack. */
export function standInNamespaces({defaultNamespace, candidates, live, missing}: Places): readonly string[] {
  const pending = new Set(
    candidates.flatMap(({identity: {group, kind, name}}) => (group === '' && kind === 'Namespace' ? [name] : [])),
  );
  const own = [...live.values()].flatMap((object) => identityOf(object).namespace ?? []);
  return [...new Set([defaultNamespace, 'default', ...own])].filter((name) => name !== missing && !pending.has(name));
}
