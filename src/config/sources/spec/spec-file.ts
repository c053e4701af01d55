import {z} from 'zod';
import {isError} from '../../../core/diagnostic/diagnostic.ts';
import type {JsonObject} from '../../../core/json.ts';
import {IMPORT_ID} from '../../../core/resource/import-id.ts';
import type {Resource} from '../../../core/resource/resource.ts';
import {defined} from '../../../lib/defined.ts';
import {Context} from '../../context.ts';
import {withoutContextValues} from '../../context-values.ts';
import {NOT_SUPPORTED} from '../../issues/not-supported-text.ts';
import type {Candidate, Candidates} from '../../manifests/candidate.ts';
import {checkObject} from '../../manifests/check-object.ts';
import {below} from '../../manifests/flatten.ts';
import {parseDocument} from '../../parse-document.ts';
import {MOST_MEBIBYTES_OF_STACK, readText} from '../../read-text.ts';
import {SecretStore, type StoreInFile} from '../../secret-store.ts';
import {maskedOrigin} from '../../yaml/masked-position.ts';

const Mapping = z.record(z.string(), z.json());

type ResourceType = Resource['type'];

const SpecResource = z.strictObject({
  id: z.string().min(1).meta({description: 'apiVersion:Kind[:namespace]:name'}),
  type: resourceType(['Kubernetes']).meta({description: 'The runtime of the resource.'}),
  attributes: Mapping.meta({description: 'The Kubernetes object.'}),
  dependsOn: z.array(z.string()).nullish().meta({description: 'Ids of resources that are applied before this one.'}),
  extensions: Mapping.nullish().meta({description: 'What Kusion keeps beside a resource.'}),
});

/** A spec in Kusion's shape: what `kusion generate` and `gantry build` write. */
export const SpecFile = z
  .strictObject({
    resources: z.array(SpecResource).meta({description: 'The resources, each with its id.'}),
    context: Context.nullish().meta({description: 'Where the cluster is, below the context of the workspace.'}),
    secretStore: SecretStore,
  })
  .meta({title: 'Gantry spec', description: 'Resources in the shape of Kusion, as `gantry build` writes them.'});
/** A checked spec file. */
export type SpecFile = z.infer<typeof SpecFile>;

/** The types that a program has a runtime for. */
function resourceType(types: readonly ResourceType[]) {
  return z.enum(types, {
    error: ({input}) =>
      input === 'Terraform'
        ? `no runtime for \`Terraform\` resources: they are ${NOT_SUPPORTED}`
        : `the type of a resource is ${types.map((type) => `\`${type}\``).join(' or ')}`,
  });
}

/** The same with the types of this program. */
const specFileOf = (types: readonly ResourceType[]) =>
  SpecFile.extend({resources: z.array(SpecResource.extend({type: resourceType(types)}))});

/** A spec file's resources; `context` and `secretStore` are what Kusion keeps in its specs. */
export type ReadSpec = Candidates & {readonly context?: JsonObject; readonly secretStore?: StoreInFile};

/** Reads a spec file. References in it are always expanded. `types`: the types of resources that it may hold. */
export function readSpecFile(path: string, types: readonly ResourceType[] = ['Kubernetes']): ReadSpec {
  const {file, text, diagnostics: unreadable} = readText(path, MOST_MEBIBYTES_OF_STACK);
  if (text === undefined) return {candidates: [], diagnostics: unreadable};
  const {value, origin, diagnostics: found} = parseDocument(specFileOf(types), text, file);
  const diagnostics = found.map(withoutContextValues);
  if (value === undefined || diagnostics.some(isError)) return {candidates: [], diagnostics};
  const read = value.resources.map((resource, index): Candidate => {
    const place = below(origin, ['resources', index]);
    return {
      type: resource.type,
      object: resource.attributes,
      origin:
        resource.attributes['kind'] === 'Secret'
          ? maskedOrigin(below(place, ['attributes']))
          : below(place, ['attributes']),
      isExpandable: true,
      dependsOn: resource.dependsOn ?? [],
      extensions: resource.extensions ?? {},
      declared: {
        id: resource.id,
        diagnose: (message, hint) => ({
          severity: 'error',
          code: 'spec/id',
          message,
          at: place.position(['id']),
          resource: resource.id,
          ...defined({hint}),
        }),
        diagnoseImport: (message, hint) => ({
          severity: 'error',
          code: 'spec/import-id',
          message,
          at: place.position(['extensions', IMPORT_ID]),
          resource: resource.id,
          hint,
        }),
      },
    };
  });
  const wrong = read.map((candidate) => (candidate.type === 'Kubernetes' ? checkObject(candidate) : []));
  return {
    candidates: read.filter((_, index) => wrong[index]?.length === 0),
    diagnostics: [...diagnostics, ...wrong.flat()],
    ...defined({
      context: value.context === undefined || value.context === null ? undefined : value.context,
      secretStore:
        value.secretStore === undefined || value.secretStore === null
          ? undefined
          : {store: value.secretStore, file: path},
    }),
  };
}
