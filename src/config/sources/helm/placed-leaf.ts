import {certificatesIn} from '../../../core/chart/certificate.ts';
import {stablePart} from '../../../core/chart/stable-part.ts';
import {type Json, type JsonObject, type JsonPath} from '../../../core/json.ts';
import {jsonAt} from '../../../core/json-at.ts';
import {idOfObject} from '../../../core/resource/id.ts';
import type {Secret} from '../../../core/secret/secret.ts';
import {readableText, valueOfText} from '../../../kubernetes/chart/generated-value.ts';
import {defined} from '../../../lib/defined.ts';
import type {Candidate} from '../../manifests/candidate.ts';
import type {GeneratedLeaf} from '../generated.ts';
import {type GeneratedText, literal} from './mark-generated.ts';

/** A generated value with its place in the render. It contains no text of it. */
export type PlacedLeaf = GeneratedLeaf & {readonly reference: string; readonly id: string; readonly path: JsonPath};

/** Returns what is kept of a generated text: its place, the digest of the text around it, and the data of its certificates. */
export function leafOf({reference, object, path, texts}: GeneratedText, key: Secret): PlacedLeaf {
  const [one, other] = texts.map((text) => readableText(object, path, text));
  const stable = one === undefined || other === undefined ? undefined : stablePart(one, other);
  const certificates = certificatesIn(one ?? '').map(({subject, issuer, names}) => ({subject, issuer, names}));
  const id = idOfObject(object);
  return {reference, id, path, certificates, ...defined({stable: stable && key.hmac(`stable ${stable}`)})};
}

/** Returns the values at these places in a render, and the places where it has none. */
export function valuesIn(
  candidates: readonly Candidate[],
  leaves: readonly PlacedLeaf[],
): {readonly values: ReadonlyMap<string, Secret>; readonly missing: readonly PlacedLeaf[]} {
  const objects = new Map<string, JsonObject>(candidates.map(({object}) => [idOfObject(object), object]));
  const found = leaves.map((leaf) => ({leaf, ...textOf(objects.get(leaf.id), leaf.path)}));
  return {
    values: new Map(
      found.flatMap(({leaf, object, text}) =>
        object === undefined || typeof text !== 'string'
          ? []
          : [[leaf.reference, valueOfText(object, leaf.path, literal(text))] as const],
      ),
    ),
    missing: found.flatMap(({leaf, text}) => (typeof text === 'string' ? [] : [leaf])),
  };
}

const textOf = (object: JsonObject | undefined, path: JsonPath): {object?: JsonObject; text?: Json | undefined} =>
  object === undefined ? {} : {object, text: jsonAt(object, path)};
