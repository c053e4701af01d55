import type {LoadedResources} from '../../config/load-resources.ts';
import {isGeneratedReference, sourceOfReference} from '../../core/chart/generated-reference.ts';
import type {JsonObject, JsonPath} from '../../core/json.ts';
import {showPath} from '../../core/reference/path.ts';
import {secretReferencesIn} from '../../core/reference/secret-references-in.ts';
import {identityOf} from '../../core/resource/identity.ts';
import type {Secret} from '../../core/secret/secret.ts';
import {liveText, readableText, valueOfText} from '../../kubernetes/chart/generated-value.ts';
import type {ClusterFacts} from '../../ports/cluster-facts.ts';

/** The place of a generated value in a resource. */
export type GeneratedPlace = {
  readonly reference: string;
  /** The name of the Helm release, or `APPLICATION/ACCESSORY/NAME`. */
  readonly source: string;
  readonly id: string;
  readonly at: JsonPath;
  readonly attributes: JsonObject;
};

/** Returns the places of all generated values in resources. A digest of values is not a place of them: it cannot be read back. */
export const generatedPlaces = ({
  resources,
  expandable,
}: Pick<LoadedResources, 'resources' | 'expandable'>): readonly GeneratedPlace[] =>
  resources
    .filter(({id}) => expandable.has(id))
    .flatMap(({id, attributes}) =>
      secretReferencesIn(attributes).flatMap(({uri: reference, at, isDigested}) =>
        isGeneratedReference(reference) && isDigested !== true
          ? [{reference, source: sourceOfReference(reference), id, at, attributes}]
          : [],
      ),
    );

/** Returns the field of a place for messages. */
export const shownPlace = ({at, id}: Pick<GeneratedPlace, 'at' | 'id'>): string => `${showPath(at)} of ${id}`;

/** A generated value in the cluster. */
export type LiveValue = {
  readonly value: Secret;
  /** The text for people, to read certificates in it. */
  readonly text: string;
};

/** The live values by their reference. */
export type LiveValues = ReadonlyMap<string, LiveValue>;

/** The access to live objects. */
export type ReadPlaces = {
  readonly lookUp: ClusterFacts['lookUp'];
  /** The namespace of objects that set none. */
  readonly namespace: string;
};

/**
 * Reads the generated values in the cluster. Each object is read once.
 * @throws GantryError permission/denied
 */
export async function readLiveValues(
  places: readonly GeneratedPlace[],
  {lookUp, namespace}: ReadPlaces,
): Promise<LiveValues> {
  const objects = new Map(
    [...new Map(places.map(({id, attributes}) => [id, attributes]))].map(([id, attributes]) => {
      const {apiVersion, kind, namespace: own = namespace, name} = identityOf(attributes);
      return [id, lookUp({apiVersion, kind, namespace: own, name})] as const;
    }),
  );
  const found = await Promise.all(
    places.map(async ({reference, id, attributes, at}) => {
      const live = await objects.get(id);
      const text = live === undefined ? undefined : liveText(live, attributes, at);
      if (text === undefined) return [];
      const value = valueOfText(attributes, at, text);
      return [[reference, {value, text: readableText(attributes, at, text)}] as const];
    }),
  );
  return new Map(found.flat());
}
