import type {Json, JsonObject, JsonPath} from '../../../core/json.ts';
import type {PolicyFinding} from '../../../core/policy/policy-finding.ts';
import {type PodView, setAt} from '../pod-view.ts';

/** A control of the Pod Security Standards: it returns what is forbidden in a pod. */
export type Control = (pod: PodView) => readonly PolicyFinding[];

/** A security context of a pod or of one of its containers. */
export type SecurityContext = {
  /** `the pod`, or `container "web"`. */
  readonly of: string;
  readonly isPod: boolean;
  /** The security context; undefined if it is not set. */
  readonly value: Json | undefined;
  /** The path of the security context. */
  readonly path: JsonPath;
};

/** Returns the security context of the pod, then those of its containers. */
export const contextsOf = (pod: PodView): readonly SecurityContext[] => [
  {of: 'the pod', isPod: true, value: setAt(pod.spec, 'securityContext'), path: [...pod.path, 'securityContext']},
  ...containerContextsOf(pod),
];

/** Returns the security contexts of the containers. */
export const containerContextsOf = (pod: PodView): readonly SecurityContext[] =>
  pod.containers.map(({name, value, path}) => ({
    of: `container ${JSON.stringify(name)}`,
    isPod: false,
    value: setAt(value, 'securityContext'),
    path: [...path, 'securityContext'],
  }));

/** Returns a control that forbids all values of a field of security contexts except some. An absent field is allowed. */
export const forbidValues =
  (
    contexts: (pod: PodView) => readonly SecurityContext[],
    keys: readonly string[],
    isAllowed: (value: Json) => boolean,
  ): Control =>
  (pod) =>
    contexts(pod).flatMap(({of, value, path}) => {
      const found = setAt(value, ...keys);
      if (found === undefined || isAllowed(found)) return [];
      const field = ['securityContext', ...keys].join('.');
      return [{message: `${of} must not set ${field} to ${shown(found)}`, path: [...path, ...keys]}];
    });

/** Formats a value of a security field: none of them is a secret. */
export const shown = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Reports whether a pod is one of Windows, which has no Linux security fields. */
export const isWindows = ({spec}: {readonly spec: JsonObject}): boolean => setAt(spec, 'os', 'name') === 'windows';
