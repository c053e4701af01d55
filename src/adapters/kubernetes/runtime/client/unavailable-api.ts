import {GantryError} from '../../../../core/failure/failure.ts';
import {groupVersion} from '../../../../core/resource/identity.ts';
import {isKubernetesGroup} from '../../../../kubernetes/resource/scope.ts';
import type {Refusal} from './status.ts';

/** A group version whose own server (the Service of an APIService) does not answer, so that its kinds and objects are unknown. */
export type UnavailableApi = {
  readonly apiVersion: string;
  /** The server's message. */
  readonly detail: string;
};

/** Returns why an API could not be read, or undefined for an unrelated error. */
export function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof GantryError)) return undefined;
  const {failure} = error;
  return failure.code === 'cluster/unreachable' || failure.code === 'permission/denied' ? failure.detail : undefined;
}

/** Returns the API of a kind whose objects could not be listed because it is unavailable, or undefined for any other refusal. */
export function unavailableApi(apiVersion: string, refusal: Refusal): UnavailableApi | undefined {
  if (refusal.kind !== 'unavailable' || isKubernetesGroup(groupVersion(apiVersion).group)) return undefined;
  return {apiVersion, detail: `HTTP ${refusal.status}: ${refusal.message}`};
}

/** Returns the failure of a run that needs the kinds of an unavailable API. */
export const apiFailure = (server: string, {apiVersion, detail}: UnavailableApi): GantryError =>
  new GantryError({code: 'cluster/unreachable', server, detail, api: apiVersion});

/** Removes duplicate APIs. */
export const distinctApis = (apis: readonly UnavailableApi[]): readonly UnavailableApi[] => [
  ...new Map(apis.map((api) => [api.apiVersion, api])).values(),
];

/** Describes an unavailable API: `the API metrics.k8s.io/v1beta1 is unavailable (HTTP 503: service unavailable)`. */
export const unavailableText = ({apiVersion, detail}: UnavailableApi): string =>
  `the API ${apiVersion} is unavailable (${detail})`;

/** Returns the command that shows the cause: `kubectl get apiservice v1beta1.metrics.k8s.io`. */
export function lookAtApi({apiVersion}: UnavailableApi): string {
  const {group, version} = groupVersion(apiVersion);
  return `kubectl get apiservice ${version}.${group}`;
}
