import {isObject} from '../../../core/json.ts';
import {identityOf} from '../../../core/resource/identity.ts';
import {type CustomScopes, customScopes, scopeOf} from '../../../kubernetes/resource/scope.ts';
import type {Candidate} from '../../manifests/candidate.ts';
import type {HelmRelease} from './read-release.ts';

/** Puts the objects without a namespace into that of the Helm release, if the source has a namespace of its own. */
export function placeObjects(candidates: readonly Candidate[], release: HelmRelease): readonly Candidate[] {
  if (!release.hasOwnNamespace) return candidates;
  const scopes = customScopes(candidates.map(({object}) => object));
  return candidates.map((one) => placed(one, release.namespace, scopes));
}

function placed(candidate: Candidate, namespace: string, scopes: CustomScopes): Candidate {
  const {object} = candidate;
  const {apiVersion, kind, namespace: own} = identityOf(object);
  const scope = scopeOf(apiVersion, kind, scopes);
  if (own !== undefined || scope === 'cluster') return candidate;
  const metadata = isObject(object['metadata']) ? object['metadata'] : {};
  const isNamespaceGuessed = scope === 'unknown';
  return {...candidate, object: {...object, metadata: {...metadata, namespace}}, isNamespaceGuessed};
}
