import type {JsonObject} from '../../../../core/json.ts';
import {identityOf} from '../../../../core/resource/identity.ts';
import type {Schema} from '../../../../kubernetes/fields/schema.ts';
import {withoutAllocated} from '../../../../kubernetes/import/allocated-fields.ts';
import {dropDefaults} from '../../../../kubernetes/import/drop-defaults.ts';
import {ownFields} from '../../../../kubernetes/import/own-fields.ts';
import {restoreFields} from '../../../../kubernetes/import/restore-fields.ts';
import {standIn} from '../../../../kubernetes/import/stand-in.ts';
import type {IsWritten} from '../../../../kubernetes/import/written-fields.ts';
import type {KubernetesClient} from '../client/client.ts';
import type {ApiResource} from '../client/discovery.ts';

/** A live object to write as a manifest, and what verifies which of its values are defaults. */
export type Cleaning = {
  readonly client: Pick<KubernetesClient, 'create'>;
  readonly resource: ApiResource;
  readonly schema: Schema;
  /** The live object without the fields of the server and its controllers. */
  readonly own: JsonObject;
  readonly isWritten: IsWritten;
  readonly signal: AbortSignal;
};

/** The manifest of a live object. */
export type Cleaned = {
  readonly object: JsonObject;
  /** The reason why the server could not verify the defaults; then only the defaults of its schema are removed. */
  readonly unproved?: string;
};

/**
 * The most rounds. Each restores one level of values that differ from defaults; a webhook that changes its answer each time
 * must not cause an endless loop.
 */
const MOST_ROUNDS = 6;

/**
 * Removes defaults from a live object. Values that look like defaults are left out, and a dry run under an unused name
 * shows what the server adds: a value that does not come back the same is kept in the manifest.
 */
export async function proveDefaults(cleaning: Cleaning): Promise<Cleaned> {
  const {own, schema} = cleaning;
  if (isPlain(own)) return {object: dropDefaults(own, {schema})};
  const first = await prove(cleaning, {asEmpty: true});
  // Some parts must not be empty.
  const proved = 'refused' in first && first.round > 0 ? await prove(cleaning, {asEmpty: false}) : first;
  if ('object' in proved) return proved;
  return {object: dropDefaults(own, {schema, onlySure: true}), unproved: proved.refused};
}

type Proved = {readonly object: JsonObject} | {readonly refused: string; readonly round: number};

async function prove(cleaning: Cleaning, {asEmpty}: {readonly asEmpty: boolean}): Promise<Proved> {
  const {own, schema} = cleaning;
  let clean = dropDefaults(own, {schema});
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const asked = await ask(cleaning, clean);
    if ('refused' in asked) return {...asked, round};
    const restored = restoreFields({own: withoutAllocated(own), clean, answer: asked.answer, schema, asEmpty});
    if (restored === clean) return {object: clean};
    clean = restored;
  }
  return {refused: 'each dry run returns another result', round: MOST_ROUNDS};
}

/** Reports whether a kind has no defaults that are worth a request. */
function isPlain(object: JsonObject): boolean {
  const {group, kind} = identityOf(object);
  return group === '' && ['ConfigMap', 'Secret', 'ServiceAccount', 'Namespace'].includes(kind);
}

type Asked = {readonly answer: JsonObject} | {readonly refused: string};

async function ask({client, resource, isWritten, signal}: Cleaning, clean: JsonObject): Promise<Asked> {
  const probe = standIn(clean);
  if (probe === undefined) return {refused: 'it is valid only under its own name'};
  const {namespace} = identityOf(clean);
  const reply = await client.create({resource, namespace, object: probe.object, dryRun: true, signal});
  if (!reply.ok) return {refused: reply.refusal.message};
  const answer = {apiVersion: resource.apiVersion, kind: resource.kind, ...probe.restore(reply.object)};
  return {answer: withoutAllocated(ownFields(answer, isWritten))};
}
