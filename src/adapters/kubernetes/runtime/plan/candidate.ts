import type {Diagnostic} from '../../../../core/diagnostic/diagnostic.ts';
import type {Origin} from '../../../../core/diagnostic/origin.ts';
import {isObject, type JsonObject, type JsonPath} from '../../../../core/json.ts';
import {showPath} from '../../../../core/reference/path.ts';
import {idOf} from '../../../../core/resource/id.ts';
import {groupVersion, type Identity, identityOf} from '../../../../core/resource/identity.ts';
import type {Resource} from '../../../../core/resource/resource.ts';
import {dropNulls, dropServerFields} from '../../../../kubernetes/fields/drop-server-fields.ts';
import {structuralProblems} from '../../../../kubernetes/fields/structural-problems.ts';
import {validateObject} from '../../../../kubernetes/fields/validate.ts';
import {defined} from '../../../../lib/defined.ts';
import {didYouMean} from '../../../../lib/did-you-mean.ts';
import type {KubernetesClient} from '../client/client.ts';
import type {KnownKind, Scheme} from './scheme.ts';

/** A wanted resource whose kind and place are known. */
export type Candidate = {
  readonly resource: Resource;
  readonly origin: Origin | undefined;
  readonly identity: Identity;
  /** The id that the object has by itself, its namespace filled in. */
  readonly ownId: string;
  readonly kind: KnownKind;
  /** As the user wrote it, without what only the server writes, its namespace filled in. References are still there. */
  readonly written: JsonObject;
};

/** A resource of the stack that becomes an object to plan. */
export type CandidateRequest = {
  readonly client: Pick<KubernetesClient, 'discovery'>;
  readonly scheme: Scheme;
  readonly resource: Resource;
  readonly origin: Origin | undefined;
  /** For namespaced objects that name none. */
  readonly defaultNamespace: string;
};

/** Finds the kind and the place of a wanted resource; a kind that nobody knows is a diagnostic at its line. */
export async function candidateOf(request: CandidateRequest): Promise<Candidate | Diagnostic> {
  const {resource, origin, scheme, defaultNamespace} = request;
  const {apiVersion, kind} = identityOf(resource.attributes);
  const known = await scheme(apiVersion, kind);
  if (known === undefined) return unknownKind(request, apiVersion, kind);
  const written = placed(dropServerFields(resource.attributes), known.resource.namespaced, defaultNamespace);
  const identity = identityOf(written);
  return {resource, origin, identity, ownId: idOf(identity), kind: known, written};
}

/** Tells a resource that can be planned from the diagnosis of one that cannot. */
export const isCandidate = (value: Candidate | Diagnostic): value is Candidate => !isDiagnostic(value);

/** Tells by the severity, which no candidate has. */
export const isDiagnostic = (value: Candidate | Diagnostic): value is Diagnostic => 'severity' in value;

function placed(object: JsonObject, namespaced: boolean, defaultNamespace: string): JsonObject {
  const metadata = isObject(object['metadata']) ? object['metadata'] : {};
  const {namespace, ...rest} = metadata;
  if (namespaced) {
    return typeof namespace === 'string' && namespace !== ''
      ? object
      : {...object, metadata: {...rest, namespace: defaultNamespace}};
  }
  // As kubectl does: the namespace of a cluster-scoped object means nothing.
  return namespace === undefined ? object : {...object, metadata: rest};
}

async function unknownKind(
  {client, resource, origin}: CandidateRequest,
  apiVersion: string,
  kind: string,
): Promise<Diagnostic> {
  const kinds = (await client.discovery.resourcesOf(apiVersion)).map((one) => one.kind);
  const versions = await client.discovery.apiVersions();
  const elsewhere = await servedElsewhere(client, apiVersion, kind, versions);
  const meant = kinds.length > 0 ? didYouMean(kind, kinds) : didYouMean(apiVersion, versions);
  const path: JsonPath = kinds.length > 0 && elsewhere === undefined ? ['kind'] : ['apiVersion'];
  return {
    severity: 'error',
    code: 'object/unknown-kind',
    message: `the cluster has no kind ${kind} in ${apiVersion}`,
    resource: resource.id,
    path: showPath(path),
    ...defined({at: origin?.position(path, 'value')}),
    hint: elsewhere ?? (meant === undefined ? INSTALL : `did you mean ${meant}?`),
  };
}

const INSTALL = 'install its CustomResourceDefinition first, or add it to the stack';

/** APIs that Kubernetes moved to another group before it removed the old one. */
const MOVED_TO: Readonly<Record<string, readonly string[]>> = {
  extensions: ['apps', 'networking.k8s.io', 'policy'],
};

/** The version, or the group that Kubernetes moved the kind to, in which this cluster serves it. */
async function servedElsewhere(
  {discovery}: CandidateRequest['client'],
  apiVersion: string,
  kind: string,
  versions: readonly string[],
): Promise<string | undefined> {
  const {group} = groupVersion(apiVersion);
  const groups = [group, ...(MOVED_TO[group] ?? [])];
  const others = versions.filter((one) => one !== apiVersion && groups.includes(groupVersion(one).group));
  for (const other of others)
    if ((await discovery.resourceFor({apiVersion: other, kind})) !== undefined)
      return `the cluster serves it as ${other}: write \`apiVersion: ${other}\`, and adapt the fields that differ`;
  return undefined;
}

/**
 * What the server would surely refuse, all at once, each at its line. Of a kind whose definition is of the same plan also the
 * values, which no server judges yet; where some of them are still unknown (`whole` is false) only what can be read.
 */
export function inputProblems(
  {resource, origin, kind, written}: Candidate,
  object: JsonObject = written,
  whole = true,
): readonly Diagnostic[] {
  const unreadable: readonly Found[] = validateObject(object, kind.schema);
  const told = new Set(unreadable.map(({path}) => showPath(path)));
  const refused: readonly Found[] =
    kind.structural === undefined || !whole ? [] : structuralProblems(dropNulls(object, kind.schema), kind.structural);
  return [...unreadable, ...refused.filter(({path}) => !told.has(showPath(path)))].map(
    ({path, code, message, hint}) => ({
      severity: 'error',
      code: `object/${code}`,
      message: `${showPath(path)} ${message}`,
      resource: resource.id,
      path: showPath(path),
      ...defined({
        hint,
        at: origin?.position(path, code === 'unknown-field' ? 'key' : 'value'),
      }),
    }),
  );
}

type Found = {
  readonly path: JsonPath;
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
};
