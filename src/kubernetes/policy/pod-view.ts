import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../../core/json.ts';
import {at, podTemplateOf} from '../graph/edges/pod-template.ts';

/** A container of a pod, with its path in the object. */
export type ContainerView = {
  readonly name: string;
  readonly value: JsonObject;
  readonly path: JsonPath;
  /** The list that contains it. */
  readonly list: (typeof LISTS)[number];
};

/** A Pod or a pod template, as rules about pods read it. */
export type PodView = {
  readonly spec: JsonObject;
  /** The path of `spec` in the object. */
  readonly path: JsonPath;
  readonly annotations: JsonObject;
  /** The path of the annotations in the object. */
  readonly annotationsPath: JsonPath;
  readonly containers: readonly ContainerView[];
};

const LISTS = ['initContainers', 'containers', 'ephemeralContainers'] as const;

/** Returns the pod of an object with a pod template, or of a Pod; undefined for other objects. */
export function podViewOf(object: JsonObject): PodView | undefined {
  const template = podTemplateOf(object);
  if (template === undefined) return undefined;
  const {spec} = template;
  const path = [...template.path, 'spec'];
  const annotations = at(object, ...template.path, 'metadata', 'annotations');
  return {
    spec,
    path,
    annotations: isObject(annotations) ? annotations : {},
    annotationsPath: [...template.path, 'metadata', 'annotations'],
    containers: LISTS.flatMap((list) => containersIn(spec[list], [...path, list], list)),
  };
}

const containersIn = (
  value: Json | undefined,
  path: JsonPath,
  list: ContainerView['list'],
): readonly ContainerView[] =>
  isList(value)
    ? value.flatMap((container, i) =>
        isObject(container) ? [{name: nameOf(container, i), value: container, path: [...path, i], list}] : [],
      )
    : [];

const nameOf = ({name}: JsonObject, index: number): string => (typeof name === 'string' ? name : String(index));

/** Returns the value at a path of keys; undefined also for null, which the API server reads as absent. */
export const setAt = (value: Json | undefined, ...path: readonly string[]): Json | undefined =>
  at(value, ...path) ?? undefined;
