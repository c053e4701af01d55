import {isObject} from '../../../../core/json.ts';
import {knowsValues} from '../../../../core/secret/known-values.ts';
import {fieldSet} from '../../../../kubernetes/fields/field-set.ts';
import {DEDUCED} from '../../../../kubernetes/fields/schema.ts';
import {ownFields} from '../../../../kubernetes/import/own-fields.ts';
import {writtenFields} from '../../../../kubernetes/import/written-fields.ts';
import {dropDigests} from '../../../../kubernetes/restart/config-digests.ts';
import {redactObject} from '../../../../kubernetes/secret/redact-object.ts';
import {redactedFields} from '../../../../kubernetes/secret/secret-fields.ts';
import {defined} from '../../../../lib/defined.ts';
import type {LiveManifest, ReleasedStack} from '../../../../ports/operations.ts';
import {openScheme, type Scheme} from '../plan/scheme.ts';
import {type FoundObject, findObjects} from './find-objects.ts';
import type {Operating} from './operating.ts';

/**
 * Returns the live objects of a stack in the form of manifests. Secrets are sealed with the key: those of Secrets, those of the fields that were
 * secret at the release, and copies of known values.
 * @throws GantryError permission/denied if an object cannot be read
 */
export async function liveManifests(
  operating: Operating,
  stack: ReleasedStack,
  key: string,
): Promise<readonly LiveManifest[]> {
  const {client} = operating.session;
  const found = await findObjects(client, stack);
  const scheme = openScheme(client, new Map());
  const knows = knowsValues(operating.secrets().map((secret) => secret.reveal('base64')));
  return Promise.all(found.map((one) => manifestOf(one, {scheme, knows, key})));
}

type Sealing = {readonly scheme: Scheme; readonly knows: (text: string) => boolean; readonly key: string};

async function manifestOf(one: FoundObject, {scheme, knows, key}: Sealing): Promise<LiveManifest> {
  const {state} = one;
  if (one.live === undefined) return {id: state.id, why: one.why, ...defined({done: one.done})};
  const {live} = one;
  const schema = (await scheme(state.apiVersion, state.kind))?.schema ?? DEDUCED;
  const fields = fieldSet(isObject(state.applied) ? redactedFields(state.applied, schema) : []);
  // Without the id of the resource, so that the objects of two namespaces can be compared.
  const redaction = {key, resourceId: '', schema, fields, knows};
  const object = dropDigests(ownFields(live, writtenFields(live, schema)));
  return {id: state.id, object: redactObject(redaction, object)};
}
