import {canonicalJson} from '../../lib/canonical-json.ts';
import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../json.ts';
import {showPath} from '../reference/path.ts';
import {isSharedSecret, secretReferencesIn} from '../reference/secret-references-in.ts';
import type {Head} from '../release/head.ts';
import type {Resource} from '../resource/resource.ts';
import {maskKubernetes} from '../secret/mask.ts';
import {showRedacted} from '../secret/redacted-value.ts';
import type {Secret} from '../secret/secret.ts';
import {secretLeaves} from '../secret/secret-leaves.ts';
import type {PlanBases} from './plan-file.ts';
import {stableAnswer} from './stable-answer.ts';

/** Resources, and the ids of those whose `ref://` texts are references. */
export type Wanted = {readonly resources: readonly Resource[]; readonly expandable: ReadonlySet<string>};

/** Returns digests of the resources as they are written. Secret values have digests of their own, to distinguish a rotation from an edit. */
export const specDigests = ({resources, expandable}: Wanted, key: Secret): PlanBases['spec'] =>
  Object.fromEntries(
    resources.map((resource) => {
      // The key of these redacted values does not matter: only the presence of a value is recorded.
      const attributes = showRedacted(maskKubernetes('', resource.id, resource.attributes));
      return [resource.id, key.hmac(canonicalJson([{...resource, attributes}, expandable.has(resource.id)]))];
    }),
  );

/** Returns HMACs of the secret leaves of each resource, by id, so that a saved plan notices other values. */
export const secretDigests = (
  {resources, expandable}: Wanted,
  key: Secret,
  values: ReadonlyMap<string, Secret> = new Map(),
): PlanBases['secrets'] =>
  Object.fromEntries(
    resources.flatMap(({id, attributes}) => {
      const referring = expandable.has(id) ? secretReferencesIn(attributes) : [];
      const paths = new Map(
        [...secretLeaves(attributes), ...referring.map(({at}) => at)].map((at) => [showPath(at), at]),
      );
      const leaves = [...paths].flatMap(([name, path]) => {
        const uris = referring.flatMap(({uri, at}) => (showPath(at) === name ? [uri] : []));
        // The value itself is the key of the digest, because no other use of it is permitted here.
        const taken = uris.filter((uri) => !isSharedSecret(uri)).map((uri) => values.get(uri)?.hmac(uri) ?? '');
        const leaf = [id, path, leafAt(attributes, path), ...taken];
        // A value that the same run changes first is added when it is known.
        const shared = uris.flatMap((uri): readonly (readonly [string, unknown])[] => {
          const value = isSharedSecret(uri) ? values.get(uri) : undefined;
          return value === undefined ? [] : [[`${name} (from ${uri})`, [id, path, value.hmac(uri)]]];
        });
        return [[name, leaf] as const, ...shared].map(([of, what]) => [of, key.hmac(canonicalJson(what))] as const);
      });
      return leaves.length === 0 ? [] : [[id, Object.fromEntries(leaves)]];
    }),
  );

function leafAt(value: Json | undefined, [step, ...rest]: JsonPath): Json {
  if (step === undefined) return value ?? null;
  if (isList(value)) return typeof step === 'number' ? leafAt(value[step], rest) : null;
  return isObject(value) ? leafAt(value[step], rest) : null;
}

/** Returns digests of the parsed workspace, so that comments do not matter. Each context value has its own, so that it can be named. */
export function workspaceDigests(workspace: JsonObject, key: Secret): PlanBases['workspace'] {
  const {context, ...rest} = workspace;
  const parts = [
    ...Object.entries(rest),
    ...Object.entries(isObject(context) ? context : {}).map(([name, value]) => [`context.${name}`, value] as const),
  ];
  return Object.fromEntries(
    parts
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, key.hmac(canonicalJson(['workspace', name, value]))]),
  );
}

/** Returns HMACs of what sources have asked the cluster, so that a saved plan notices other answers; undefined without a question. */
export const factDigests = (
  answers: ReadonlyMap<string, Json> | undefined,
  key: Secret,
): NonNullable<PlanBases['facts']> | undefined =>
  answers === undefined || answers.size === 0
    ? undefined
    : Object.fromEntries(
        [...answers].map(([question, answer]) => [
          question,
          key.hmac(canonicalJson(['fact', question, stableAnswer(answer)])),
        ]),
      );

/** Returns the part of the head that a saved plan depends on; undefined without a release. */
export const headBase = (head: Head | undefined): NonNullable<PlanBases['head']> | undefined =>
  head === undefined
    ? undefined
    : {
        revision: head.revision,
        release: head.release?.sha256,
        pending: head.pending?.sha256,
      };
