import type {JsonObject} from '../../../core/json.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import {objectAt, partAt, text} from '../../model/part.ts';
import {at, child} from '../../model/problem.ts';
import {itemsAt} from '../objects/fields.ts';
import {APPARMOR, profileOf} from './app-armor.ts';
import {fractionWarnings} from './fraction-warnings.ts';

/** Returns the warnings for one container: its annotations, its amounts of memory and its variables. */
export function containerWarnings(container: JsonObject, path: string, pod: AnnotatedPod): readonly string[] {
  return [
    ...annotationWarnings(container, pod),
    ...['limits', 'requests'].flatMap((of) => fractionWarnings(container, of, path, 'memory')),
    ...['limits', 'requests'].flatMap((of) => fractionWarnings(container, of, path, 'ephemeral-storage')),
    ...variableWarnings(container, path),
  ];
}

/** Annotations of a pod or a pod template, for the warnings about deprecated ones. */
export type AnnotatedPod = {
  readonly annotations: JsonObject;
  /** The field path of the annotations. */
  readonly path: string;
  /** Pods themselves get the AppArmor warning when the annotation is copied. */
  readonly isTemplate: boolean;
  /** The AppArmor profile of the whole pod. */
  readonly profile: JsonObject | undefined;
};

const SECCOMP = 'container.seccomp.security.alpha.kubernetes.io/';

function annotationWarnings(container: JsonObject, pod: AnnotatedPod): readonly string[] {
  const {annotations, path, isTemplate, profile} = pod;
  const security = partAt(container, 'securityContext');
  const name = text(container['name']);
  const of = (prefix: string, field: string, since: string): readonly string[] =>
    Object.hasOwn(annotations, prefix + name) && objectAt(security, field) === undefined
      ? [`${at(path, prefix + name)}: ${since}; use the "${field}" field instead`]
      : [];
  const isOfPod = profile !== undefined && deepEqual(profile, profileOf(text(annotations[APPARMOR + name])));
  return [
    ...of(SECCOMP, 'seccompProfile', 'non-functional in v1.27+'),
    ...(isTemplate && !isOfPod ? of(APPARMOR, 'appArmorProfile', 'deprecated since v1.30') : []),
  ];
}

function variableWarnings(container: JsonObject, path: string): readonly string[] {
  const variables = itemsAt(container, 'env');
  return variables.flatMap(([variable, i]) => {
    const name = text(variable['name']);
    const isAgain = variables.some(([other, j]) => j < i && other['name'] === name);
    if (!isAgain) return [];
    const [value, reference] = [text(variable['value']), `$(${name})`];
    const keeps = variable['valueFrom'] === undefined && value !== reference && value.includes(reference);
    if (keeps) return [];
    return [
      `${at(child(path, 'env'), i)}: hides previous definition of "${name}", which may be dropped when using apply`,
    ];
  });
}
