import type {JsonObject} from '../../core/json.ts';
import {defined} from '../../lib/defined.ts';
import type {Application} from './application.ts';

/** The type, the name and the metadata of an object. */
export type ObjectHead = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly annotations?: Readonly<Record<string, string>> | undefined;
};

/** Returns an object of an application, with the labels of all its objects. */
export function objectOf(
  {apiVersion, kind, name, labels, annotations}: ObjectHead,
  {namespace, labels: common}: Pick<Application, 'namespace' | 'labels'>,
  body: JsonObject,
): JsonObject {
  const metadata = defined({
    name,
    namespace,
    labels: sorted({...labels, ...common}),
    annotations: sorted(annotations ?? {}),
  });
  return {apiVersion, kind, metadata, ...body};
}

/** Returns a mapping in the order of its keys; undefined if it is empty. */
export function sorted(map: Readonly<Record<string, string>>): Readonly<Record<string, string>> | undefined {
  const keys = Object.keys(map).toSorted();
  return keys.length === 0 ? undefined : Object.fromEntries(keys.map((key) => [key, map[key] ?? '']));
}
