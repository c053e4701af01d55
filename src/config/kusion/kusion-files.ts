import {z} from 'zod';
import {parseDocument} from '../parse-document.ts';

const Mapping = z.record(z.string(), z.json());
const Texts = z.record(z.string(), z.string());

/** The schema of a resource in Kusion's files. Unknown fields are not errors: an import lists the ones that it cannot take over. */
const Resource = z.object({
  id: z.string().min(1),
  type: z.string(),
  attributes: Mapping.nullish(),
  dependsOn: z.array(z.string()).nullish(),
  extensions: Mapping.nullish(),
});
/** A resource as Kusion writes it in a release. */
export type KusionResource = z.infer<typeof Resource>;

const Resources = z.object({resources: z.array(Resource).nullish()});

/** The schema of the output of `kusion generate`. */
export const KusionSpec = z.object({resources: z.array(Resource)});

/** The schema of `releases/<project>/<workspace>/<revision>.yaml`. */
export const KusionRelease = z.object({
  project: z.string().min(1),
  workspace: z.string().min(1),
  revision: z.number().int().min(1),
  stack: z.string().min(1),
  spec: Resources.nullish(),
  state: Resources.nullish(),
  phase: z.enum(['generating', 'previewing', 'applying', 'destroying', 'succeeded', 'failed']),
  createTime: z.string(),
  modifiedTime: z.string(),
});
/** The fields of a Kusion release file that an import reads. */
export type KusionRelease = z.infer<typeof KusionRelease>;

/** The schema of `workspaces/<name>.yaml`. */
export const KusionWorkspace = z.object({
  modules: z.record(z.string(), Mapping.nullish()).nullish(),
  secretStore: Mapping.nullish(),
  context: Mapping.nullish(),
});
/** The fields of a Kusion workspace file that an import reads. */
export type KusionWorkspace = z.infer<typeof KusionWorkspace>;

const Extension = z.object({kind: z.string()});

/** The schema of Kusion's project.yaml and stack.yaml. */
export const KusionNamed = z.object({
  name: z.string().min(1),
  description: z.string().nullish(),
  labels: Texts.nullish(),
  extensions: z.array(Extension).nullish(),
});
/** The fields of Kusion's project.yaml and stack.yaml that an import reads. */
export type KusionNamed = z.infer<typeof KusionNamed>;

/** The schema of `config.yaml` in Kusion's home: each backend by its name, and `current`. */
export const KusionConfig = z.object({
  backends: z
    .record(z.string(), z.union([z.string(), z.object({type: z.string().nullish(), configs: Mapping.nullish()})]))
    .nullish(),
});

/** The value of a Kusion file, or the reason why it cannot be read. */
export type ReadKusion<T> = {readonly value: T} | {readonly problem: string};

/** Reads a Kusion file. A problem names only the line and not its text, because releases contain Secrets in plain text. */
export function readKusion<T>(model: z.ZodType<T>, text: string, file: string): ReadKusion<T> {
  const {value, diagnostics} = parseDocument(model, text, file);
  const [first] = diagnostics.filter(({severity}) => severity === 'error');
  if (value !== undefined && first === undefined) return {value};
  const line = first?.at === undefined ? '' : `, line ${first.at.line}`;
  return {
    problem:
      first?.code.startsWith('yaml/') === true
        ? `it is not valid YAML${line}`
        : `it does not have the form of a Kusion file${line}`,
  };
}
