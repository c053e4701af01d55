import {canonicalJson} from '../../lib/canonical-json.ts';
import {isObject, type Json, type JsonObject, type JsonPath} from '../json.ts';
import {showPath} from '../reference/path.ts';
import type {Head} from '../release/head.ts';
import type {Resource} from '../resource/resource.ts';
import {showHoles} from '../secret/hole.ts';
import {maskKubernetes} from '../secret/mask.ts';
import type {Secret} from '../secret/secret.ts';
import {secretLeaves} from '../secret/secret-leaves.ts';
import type {PlanBases} from './plan-file.ts';

export type Wanted = {readonly resources: readonly Resource[]; readonly expandable: ReadonlySet<string>};

/** Each resource as it is written. Secret values are digested by themselves, so that a rotated one is told from an edit. */
export const specDigests = ({resources, expandable}: Wanted, key: Secret): PlanBases['spec'] =>
  Object.fromEntries(
    resources.map((resource) => {
      // The key of these holes does not matter: only that a value was there is kept.
      const attributes = showHoles(maskKubernetes('', resource.id, resource.attributes));
      return [resource.id, key.hmac(canonicalJson([{...resource, attributes}, expandable.has(resource.id)]))];
    }),
  );

export const secretDigests = ({resources}: Pick<Wanted, 'resources'>, key: Secret): PlanBases['secrets'] =>
  Object.fromEntries(
    resources.flatMap(({id, attributes}) => {
      const leaves = secretLeaves(attributes).map((path) => [
        showPath(path),
        key.hmac(canonicalJson([id, path, leafAt(attributes, path)])),
      ]);
      return leaves.length === 0 ? [] : [[id, Object.fromEntries(leaves)]];
    }),
  );

function leafAt(value: Json | undefined, [step, ...rest]: JsonPath): Json {
  if (step === undefined) return value ?? null;
  return isObject(value) ? leafAt(value[step], rest) : null;
}

/** The workspace as it is read: spelling and comments do not matter. Each value of the context by itself, so that it can be named. */
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

export const headBase = (head: Head | undefined): NonNullable<PlanBases['head']> | undefined =>
  head === undefined
    ? undefined
    : {
        revision: head.revision,
        ...(head.release === undefined ? {} : {release: head.release.sha256}),
        ...(head.pending === undefined ? {} : {pending: head.pending.sha256}),
      };
