import type {Diagnostic} from '../../../../core/diagnostic/diagnostic.ts';
import type {Origin} from '../../../../core/diagnostic/origin.ts';
import {isObject, type JsonObject, type JsonPath} from '../../../../core/json.ts';
import {showPath} from '../../../../core/reference/path.ts';
import {idOf} from '../../../../core/resource/id.ts';
import {groupVersion, type Identity, identityOf} from '../../../../core/resource/identity.ts';
import type {Resource} from '../../../../core/resource/resource.ts';
import {dropServerFields} from '../../../../kubernetes/fields/drop-server-fields.ts';
import {defined} from '../../../../lib/defined.ts';
import {didYouMean} from '../../../../lib/did-you-mean.ts';
import type {KubernetesClient} from '../client/client.ts';
import type {KnownKind, Scheme} from './scheme.ts';

/** A desired resource whose kind and place are known. */
export type Candidate = {
  readonly resource: Resource;
  readonly origin: Origin | undefined;
  readonly identity: Identity;
  /** The id that the object has by itself, with its namespace. */
  readonly ownId: string;
  readonly kind: KnownKind;
  /** The user's object without server-only fields and with its namespace. References are not replaced yet. */
  readonly written: JsonObject;
};

/** A resource of the stack that becomes an object to plan. */
export type CandidateRequest = {
  readonly client: Pick<KubernetesClient, 'discovery'>;
  readonly scheme: Scheme;
  readonly resource: Resource;
  readonly origin: Origin | undefined;
  /** The namespace for namespaced objects that name none. */
  readonly defaultNamespace: string;
};

/** Finds the kind and the place of a desired resource. An unknown kind is a diagnostic at its line. */
export async function candidateOf(request: CandidateRequest): Promise<Candidate | Diagnostic> {
  const {resource, origin, scheme, defaultNamespace} = request;
  const {apiVersion, kind} = identityOf(resource.attributes);
  const known = await scheme(apiVersion, kind);
  if (known === undefined) return unknownKind(request, apiVersion, kind);
  const written = placed(dropServerFields(resource.attributes), known.resource.namespaced, defaultNamespace);
  const identity = identityOf(written);
  return {resource, origin, identity, ownId: idOf(identity), kind: known, written};
}

/** Reports whether a result is a resource that can be planned. */
export const isCandidate = (value: Candidate | Diagnostic): value is Candidate => !isDiagnostic(value);

/** Reports whether a result is a diagnostic, by the severity, which no candidate has. */
export const isDiagnostic = (value: Candidate | Diagnostic): value is Diagnostic => 'severity' in value;

function placed(object: JsonObject, namespaced: boolean, defaultNamespace: string): JsonObject {
  const metadata = isObject(object['metadata']) ? object['metadata'] : {};
  const {namespace, ...rest} = metadata;
  if (namespaced) {
    return typeof namespace === 'string' && namespace !== ''
      ? object
      : {...object, metadata: {...rest, namespace: defaultNamespace}};
  }
  // As in kubectl, the namespace of a cluster-scoped object is ignored.
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

/** The groups of removed APIs, and the groups to which Kubernetes moved them. */
const MOVED_TO: Readonly<Record<string, readonly string[]>> = {extensions: ['apps', 'networking.k8s.io', 'policy']};

/** Returns the apiVersion in which this cluster serves the kind: another version, or the group that Kubernetes moved it to. */
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
