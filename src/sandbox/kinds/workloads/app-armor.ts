import type {JsonObject} from '../../../core/json.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import {objectAt, own, partAt, text, textAt} from '../../model/part.ts';
import {at, child, forbidden} from '../../model/problem.ts';
import type {Problem} from '../../model/status.ts';
import {changeAt, itemsAt} from '../objects/fields.ts';

/** Annotations with this prefix and the name of a container set its AppArmor profile; the field replaced them in 1.30. */
export const APPARMOR = 'container.apparmor.security.beta.kubernetes.io/';

const LOCAL = 'localhost/';
const CONTAINERS = ['initContainers', 'containers', 'ephemeralContainers'] as const;

/** Returns the field that an annotation stands for; undefined if the text is invalid (`ApparmorFieldForAnnotation`). */
export function profileOf(annotation: string): JsonObject | undefined {
  if (annotation === 'unconfined') return {type: 'Unconfined'};
  if (annotation === 'runtime/default') return {type: 'RuntimeDefault'};
  const name = annotation.startsWith(LOCAL) ? annotation.slice(LOCAL.length) : '';
  return name === '' || name !== name.trim() || name.length > 4095
    ? undefined
    : {type: 'Localhost', localhostProfile: name};
}

/** Returns a new Pod with the field of each container that only an annotation sets (`applyAppArmorVersionSkew`). */
export const withAppArmorFields = (pod: JsonObject): JsonObject =>
  CONTAINERS.reduce(
    (changed, list) =>
      changeAt(changed, ['spec', list, '*'], (container) => {
        const profile = copied(pod, container);
        if (profile === undefined) return container;
        return {...container, securityContext: {...partAt(container, 'securityContext'), appArmorProfile: profile}};
      }),
    pod,
  );

/** Returns the warnings for a new Pod, as it was sent: an annotation that is copied, or that cannot be. */
export const appArmorWarnings = (pod: JsonObject): readonly string[] =>
  CONTAINERS.flatMap((list) =>
    itemsAt(pod, 'spec', list).flatMap(([container]) => {
      const annotation = annotationFor(pod, container);
      const isValid = annotation !== undefined && profileOf(annotation) !== undefined;
      if (annotation === undefined || (isValid && copied(pod, container) === undefined)) return [];
      const path = at('metadata.annotations', APPARMOR + text(container['name']));
      return [`${path}: deprecated since v1.30; use the "appArmorProfile" field instead`];
    }),
  );

/** Returns the containers of a new Pod, or of a template, whose annotation and field differ. `path` leads to the spec. */
export function appArmorMismatches(
  annotations: JsonObject | undefined,
  spec: JsonObject,
  path: string,
): readonly Problem[] {
  if (textAt(spec, 'os', 'name') === 'windows') return [];
  return CONTAINERS.flatMap((list) =>
    itemsAt(spec, list).flatMap(([container, i]) => {
      const field =
        objectAt(container, 'securityContext', 'appArmorProfile') ??
        objectAt(spec, 'securityContext', 'appArmorProfile');
      const annotation = own(annotations ?? {}, APPARMOR + text(container['name']));
      if (field === undefined || annotation === undefined) return [];
      const where = child(at(child(path, list), i), 'securityContext', 'appArmorProfile');
      const isLocal = field['type'] === 'Localhost' && text(annotation).startsWith(LOCAL);
      if (isLocal && text(annotation).slice(LOCAL.length) !== text(field['localhostProfile']))
        return [forbidden(child(where, 'localhostProfile'), 'apparmor profile in annotation and field must match')];
      return isLocal || text(annotation) === ANNOTATION[text(field['type'])]
        ? []
        : [forbidden(child(where, 'type'), 'apparmor type in annotation and field must match')];
    }),
  );
}

const ANNOTATION: Readonly<Record<string, string>> = {Unconfined: 'unconfined', RuntimeDefault: 'runtime/default'};

/** Returns the profile that the annotation of a container sets; undefined if the Pod's profile is the same. */
function copied(pod: JsonObject, container: JsonObject): JsonObject | undefined {
  const annotation = annotationFor(pod, container);
  const profile = annotation === undefined ? undefined : profileOf(annotation);
  return deepEqual(profile, objectAt(pod, 'spec', 'securityContext', 'appArmorProfile')) ? undefined : profile;
}

/** Returns the annotation for a container without the field. Windows has no AppArmor. */
function annotationFor(pod: JsonObject, container: JsonObject): string | undefined {
  if (textAt(pod, 'spec', 'os', 'name') === 'windows') return undefined;
  if (objectAt(container, 'securityContext', 'appArmorProfile') !== undefined) return undefined;
  const annotation = own(partAt(pod, 'metadata', 'annotations'), APPARMOR + text(container['name']));
  return annotation === undefined ? undefined : text(annotation);
}
