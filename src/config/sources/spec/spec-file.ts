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
  id: z.string().min(1).meta({description: 'The id of the resource: apiVersion:Kind[:namespace]:name.'}),
  type: resourceType(['Kubernetes']).meta({description: 'The runtime of the resource.'}),
  attributes: Mapping.meta({description: 'The Kubernetes object.'}),
  dependsOn: z.array(z.string()).nullish().meta({description: 'Ids of resources that are applied before this one.'}),
  extensions: Mapping.nullish().meta({description: 'The data that Kusion stores with a resource.'}),
});

/** The schema of a spec in Kusion's form, as `kusion generate` and `gantry build` write it. */
export const SpecFile = z
  .strictObject({
    resources: z.array(SpecResource).meta({description: 'The resources, each with its id.'}),
    context: Context.nullish().meta({
      description: 'The connection values of the cluster. The context of the workspace overrides them.',
    }),
    secretStore: SecretStore,
  })
  .meta({title: 'Gantry spec', description: "Resources in Kusion's form, as `gantry build` writes them."});
/** A checked spec file. */
export type SpecFile = z.infer<typeof SpecFile>;

/** Returns the schema of the resource types that have a runtime. */
function resourceType(types: readonly ResourceType[]) {
  return z.enum(types, {
    error: ({input}) =>
      input === 'Terraform'
        ? `there is no runtime for \`Terraform\` resources: they are ${NOT_SUPPORTED}`
        : `the type of a resource must be ${types.map((type) => `\`${type}\``).join(' or ')}`,
  });
}

/** Returns the schema of a spec with the given resource types. */
const specFileOf = (types: readonly ResourceType[]) =>
  SpecFile.extend({resources: z.array(SpecResource.extend({type: resourceType(types)}))});

/** The resources of a spec file, with the `context` and the `secretStore` that Kusion stores in its specs. */
export type ReadSpec = Candidates & {readonly context?: JsonObject; readonly secretStore?: StoreInFile};

/** Reads a spec file. References in it are always expanded. @param types the resource types that it may contain */
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
