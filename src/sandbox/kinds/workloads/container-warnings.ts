import type {JsonObject} from '../../../core/json.ts';
import {objectAt, partAt, text} from '../../model/part.ts';
import {at, child} from '../../model/problem.ts';
import {itemsAt} from '../objects/fields.ts';
import {fractionWarnings} from './fraction-warnings.ts';

/** What is said of one container: of its annotations, its amounts of memory and its variables. */
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
  /** Where the annotations are. */
  readonly path: string;
};

const SECCOMP = 'container.seccomp.security.alpha.kubernetes.io/';
const APPARMOR = 'container.apparmor.security.beta.kubernetes.io/';

function annotationWarnings(container: JsonObject, {annotations, path}: AnnotatedPod): readonly string[] {
  const security = partAt(container, 'securityContext');
  const name = text(container['name']);
  const told = (prefix: string, field: string, since: string): readonly string[] =>
    Object.hasOwn(annotations, prefix + name) && objectAt(security, field) === undefined
      ? [`${at(path, prefix + name)}: ${since}; use the "${field}" field instead`]
      : [];
  return [
    ...told(SECCOMP, 'seccompProfile', 'non-functional in v1.27+'),
    ...told(APPARMOR, 'appArmorProfile', 'deprecated since v1.30'),
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
