import type {LoadedResources} from '../../config/load-resources.ts';
import {untrustedCheckout} from '../../config/untrusted/checkout.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {isObject, type JsonObject} from '../../core/json.ts';
import {jsonAt} from '../../core/json-at.ts';
import {showPath} from '../../core/reference/path.ts';
import {isSecretObject} from '../../core/reference/secret-data-references.ts';
import {type SecretReference, secretReferencesIn} from '../../core/reference/secret-references-in.ts';
import {type StackReference, stackReferencesIn} from '../../core/reference/stack-references-in.ts';
import type {ResourceState} from '../../core/release/resource-state.ts';
import {Secret} from '../../core/secret/secret.ts';
import {takesBytes} from '../../core/secret/takes-bytes.ts';
import type {OtherResource} from '../../core/stacks/other-stack.ts';
import {compareNaturally} from '../../lib/compare-naturally.ts';
import {defined} from '../../lib/defined.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import type {ClusterFacts} from '../../ports/cluster-facts.ts';

/** Resources that may use values of shared Secrets, and the shared resources by the keys of references. */
export type SharedSecretsRequest = {
  readonly loaded: Pick<LoadedResources, 'resources' | 'expandable' | 'origins'>;
  readonly others: ReadonlyMap<string, OtherResource>;
};

type LookUp = ClusterFacts['lookUp'];

/**
 * Reads the values of shared Secrets that a plan takes, each Secret once: releases do not hold them, so they are those of the live object that
 * the release of the shared stack left. Values that the same run changes first are left out, and so is everything in untrusted mode.
 * @throws GantryError `input/invalid` with every reference without a value, at its line; permission/denied
 */
export async function resolveShared(
  {loaded, others}: SharedSecretsRequest,
  open: () => Promise<{readonly lookUp: LookUp}>,
): Promise<ReadonlyMap<string, Secret>> {
  const placed = untrustedCheckout() === undefined ? placedIn(loaded) : [];
  const known = placed.flatMap((one) => {
    const {state, awaits} = others.get(one.key) ?? {};
    return state === undefined || awaits?.(one.path) === true ? [] : [{...one, state}];
  });
  if (known.length === 0) return new Map();
  const {lookUp} = await open();
  const objects = new Map(
    [...new Map(known.map((one) => [one.key, one]))].map(([key, {state}]) => [key, read(state, lookUp)]),
  );
  const problems: Diagnostic[] = [];
  const values = new Map<string, Secret>();
  for (const one of known) {
    const found = valueIn(await objects.get(one.key), one);
    if ('because' in found) problems.push(diagnose(one, found));
    else values.set(one.uri, found.value);
  }
  if (problems.length > 0) throw new GantryError({code: 'input/invalid', diagnostics: problems});
  return values;
}

type Placed = StackReference & {
  readonly uri: SecretReference['uri'];
  readonly resource: string;
  readonly attributes: JsonObject;
  readonly position: Diagnostic['at'];
};

const placedIn = ({resources, expandable, origins}: SharedSecretsRequest['loaded']): readonly Placed[] =>
  resources
    .filter(({id}) => expandable.has(id))
    .flatMap(({id, attributes}) => {
      const uris = new Map(secretReferencesIn(attributes).map(({uri}) => [`\${ref:${uri}}`, uri]));
      return stackReferencesIn(attributes).flatMap((one): readonly Placed[] => {
        const uri = one.isSecret === true ? uris.get(one.text) : undefined;
        const position = origins.get(id)?.position(one.at);
        return uri === undefined ? [] : [{...one, uri, resource: id, attributes, position}];
      });
    });

/** A live object, or the reason why it is not the one of the release. */
type Live = {readonly object: JsonObject} | Lost;
type Lost = {readonly because: string; readonly hint?: string | undefined};

async function read(state: ResourceState, lookUp: LookUp): Promise<Live> {
  if (state.type !== 'Kubernetes' || !isSecretObject(state)) return {because: 'it is not a Secret'};
  const object = await lookUp(state);
  if (object === undefined) return {because: 'it is no longer in the cluster', hint: AGAIN};
  const isSame = state.uid === '' || jsonAt(object, ['metadata', 'uid']) === state.uid;
  return isSame ? {object} : {because: 'another object has its name now', hint: AGAIN};
}

const AGAIN = 'Apply the shared stack again to restore it.';

function valueIn(live: Live | undefined, {path, attributes, at}: Placed): {readonly value: Secret} | Lost {
  if (live === undefined || 'because' in live) return live ?? {because: 'it cannot be read'};
  const data = isObject(live.object['data']) ? live.object['data'] : {};
  const name = String(path.at(-1));
  const encoded = Object.hasOwn(data, name) ? data[name] : undefined;
  if (typeof encoded !== 'string') return noKey(name, Object.keys(data));
  const value = new Secret(Buffer.from(encoded, 'base64'));
  return value.isText || takesBytes(attributes, at) ? {value} : NOT_TEXT;
}

function noKey(name: string, names: readonly string[]): Lost {
  const near = didYouMean(name, names);
  const all =
    names.length === 0 ? 'It has no keys.' : `It has the keys ${names.toSorted(compareNaturally).join(', ')}.`;
  return {because: `it has no key ${name}`, hint: near === undefined ? all : `Did you mean ${near}?`};
}

const NOT_TEXT: Lost = {
  because: 'it is not UTF-8 text, and this field accepts only text',
  hint: 'Bytes are accepted as the whole value of a key under `data` of a Secret.',
};

const diagnose = ({uri, at, resource, position}: Placed, {because, hint}: Lost): Diagnostic => ({
  severity: 'error',
  code: 'reference/missing-field',
  message: `cannot set ${showPath(at)} from ${uri}: ${because}`,
  resource,
  path: showPath(at),
  ...defined({at: position, hint}),
});
