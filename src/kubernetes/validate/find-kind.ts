import type {JsonObject} from '../../core/json.ts';
import {groupVersion, identityOf} from '../../core/resource/identity.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import {isKubernetesGroup} from '../resource/scope.ts';
import type {CustomKind} from '../types/custom-kinds.ts';
import type {KubernetesTypes} from '../types/kubernetes-types.ts';
import type {Finding} from './finding.ts';
import {removedKind} from './removed-kinds.ts';

/** The known kinds that a stack may use in one version of Kubernetes. */
export type KnownKinds = {
  readonly types: KubernetesTypes;
  /** The types of all known versions, oldest first. */
  readonly all: readonly KubernetesTypes[];
  /** The kinds that CRDs of the stack declare. */
  readonly custom: readonly CustomKind[];
};

/** The answer to a look-up of a kind. */
export type FoundKind =
  /** `use`: the API version whose schema applies; that of the replacement if the finding says that the kind was removed. */
  | {readonly kind: 'built-in'; readonly use: string; readonly finding?: Finding}
  | {readonly kind: 'custom'; readonly custom: CustomKind}
  | {readonly kind: 'wrong'; readonly finding: Finding}
  /** A kind that a CRD in the cluster may define. */
  | {readonly kind: 'unknown'};

/** Looks up the kind of an object. */
export function findKind(object: JsonObject, kinds: KnownKinds): FoundKind {
  const {apiVersion, group, kind} = identityOf(object);
  const {types, custom} = kinds;
  if (types.has(apiVersion, kind)) return {kind: 'built-in', use: apiVersion};
  const own = custom.find((one) => one.apiVersion === apiVersion && one.kind === kind);
  if (own !== undefined) return {kind: 'custom', custom: own};
  return (
    removed(apiVersion, kind, kinds) ??
    ofOtherVersion(apiVersion, kind, kinds) ??
    customVersion(apiVersion, kind, custom) ??
    (isKubernetesGroup(group) || !group.includes('.')
      ? misspelt(apiVersion, kind, kinds)
      : nearGroup(apiVersion, kind, kinds))
  );
}

function removed(apiVersion: string, kind: string, {types}: KnownKinds): FoundKind | undefined {
  const found = removedKind(apiVersion, kind);
  if (found === undefined) return undefined;
  const {use, remark} = found;
  const message = `${apiVersion} ${kind} was removed in Kubernetes ${found.in}`;
  const advice = use === undefined ? 'It has no replacement.' : `Use ${use}.`;
  const finding = wrongVersion('removed-api', message, remark === undefined ? advice : `${advice} ${remark}`);
  return use !== undefined && types.has(use, kind) ? {kind: 'built-in', use, finding} : {kind: 'wrong', finding};
}

/** Finds kinds that older or newer versions have. */
function ofOtherVersion(apiVersion: string, kind: string, {types, all}: KnownKinds): FoundKind | undefined {
  const having = all.filter((one) => one.has(apiVersion, kind));
  const [first] = having;
  if (first === undefined) return undefined;
  const use = versionsOf(groupVersion(apiVersion).group, kind, types).at(-1);
  const advice = use === undefined ? undefined : `Use ${use}.`;
  const last = all.indexOf(having.at(-1) ?? first);
  const finding =
    last < all.indexOf(types)
      ? wrongVersion('removed-api', `${apiVersion} ${kind} was removed in Kubernetes ${all[last + 1]?.version}`, advice)
      : wrongVersion('later-api', `${apiVersion} ${kind} was added in Kubernetes ${first.version}`, advice);
  return use === undefined ? {kind: 'wrong', finding} : {kind: 'built-in', use, finding};
}

function customVersion(apiVersion: string, kind: string, custom: readonly CustomKind[]): FoundKind | undefined {
  const {group} = groupVersion(apiVersion);
  const served = custom.filter((one) => one.kind === kind && groupVersion(one.apiVersion).group === group);
  if (served.length === 0) return undefined;
  const versions = served.map((one) => one.apiVersion).join(', ');
  return {
    kind: 'wrong',
    finding: wrongVersion('unknown-kind', `the CRD of ${kind} does not serve ${apiVersion}`, `Use ${versions}.`),
  };
}

/** A group of a CRD always contains a dot. */
function misspelt(apiVersion: string, kind: string, {types}: KnownKinds): FoundKind {
  const {group} = groupVersion(apiVersion);
  const inGroup = versionsOf(group, kind, types);
  const elsewhere = inGroup.length > 0 ? inGroup : versionsOf(undefined, kind, types);
  const message = `${apiVersion} has no kind ${kind} in Kubernetes ${types.version}`;
  const use = elsewhere.at(-1);
  if (use !== undefined) return {kind: 'built-in', use, finding: wrongVersion('unknown-kind', message, `Use ${use}.`)};
  const own = types
    .kinds()
    .flatMap((key) => (key.startsWith(`${apiVersion}/`) ? [key.slice(apiVersion.length + 1)] : []));
  const near = didYouMean(kind, own.length > 0 ? own : types.kinds().map((key) => key.slice(key.lastIndexOf('/') + 1)));
  const hint = near === undefined ? undefined : `Did you mean ${near}?`;
  return {kind: 'wrong', finding: {severity: 'error', code: 'object/unknown-kind', path: ['kind'], message, hint}};
}

/** Returns the group of Kubernetes with a similar name and the same kind. */
function nearGroup(apiVersion: string, kind: string, {types}: KnownKinds): FoundKind {
  const near = didYouMean(apiVersion, versionsOf(undefined, kind, types));
  if (near === undefined) return {kind: 'unknown'};
  return {
    kind: 'built-in',
    use: near,
    finding: wrongVersion('unknown-kind', `${apiVersion} has no kind ${kind}`, `Did you mean ${near}?`),
  };
}

const wrongVersion = (code: string, message: string, hint?: string): Finding => ({
  severity: 'error',
  code: `object/${code}`,
  path: ['apiVersion'],
  message,
  hint,
});

/** Returns the API versions of a kind, the stable one last. Clusters serve alpha versions only on request. @param group undefined: in any group */
const versionsOf = (group: string | undefined, kind: string, types: KubernetesTypes): readonly string[] =>
  types
    .kinds()
    .filter((key) => key.endsWith(`/${kind}`))
    .map((key) => key.slice(0, -kind.length - 1))
    .filter((apiVersion) => !/alpha\d+$/.test(apiVersion))
    .filter((apiVersion) => group === undefined || groupVersion(apiVersion).group === group)
    .toSorted((a, b) => Number(isStable(a)) - Number(isStable(b)));

const isStable = (apiVersion: string): boolean => /(?:^|\/)v\d+$/.test(apiVersion);
