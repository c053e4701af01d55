import {z} from 'zod';
import {parseDocument} from '../parse-document.ts';

const Mapping = z.record(z.string(), z.json());
const Texts = z.record(z.string(), z.string());

/** What Kusion writes. Its fields are taken as they are: what Gantry has no place for is told, and is no mistake. */
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

/** What `kusion generate` writes. */
export const KusionSpec = z.object({resources: z.array(Resource)});

/** `releases/<project>/<workspace>/<revision>.yaml` */
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
/** A release file of Kusion, as far as an import reads it. */
export type KusionRelease = z.infer<typeof KusionRelease>;

/** `workspaces/<name>.yaml` */
export const KusionWorkspace = z.object({
  modules: z.record(z.string(), Mapping.nullish()).nullish(),
  secretStore: Mapping.nullish(),
  context: Mapping.nullish(),
});
/** A workspace file of Kusion, as far as an import reads it. */
export type KusionWorkspace = z.infer<typeof KusionWorkspace>;

const Extension = z.object({kind: z.string()});

/** project.yaml and stack.yaml. */
export const KusionNamed = z.object({
  name: z.string().min(1),
  description: z.string().nullish(),
  labels: Texts.nullish(),
  extensions: z.array(Extension).nullish(),
});
/** A Kusion file of which the name is all that an import reads. */
export type KusionNamed = z.infer<typeof KusionNamed>;

/** `config.yaml` of Kusion's home: under its name each backend, beside `current`. */
export const KusionConfig = z.object({
  backends: z
    .record(z.string(), z.union([z.string(), z.object({type: z.string().nullish(), configs: Mapping.nullish()})]))
    .nullish(),
});

/** What a Kusion file says, or why it cannot be read. */
export type ReadKusion<T> = {readonly value: T} | {readonly problem: string};

/** A file of Kusion. What is wrong with it is told by its place alone: releases hold Secrets in clear. */
export function readKusion<T>(model: z.ZodType<T>, text: string, file: string): ReadKusion<T> {
  const {value, diagnostics} = parseDocument(model, text, file);
  const [first] = diagnostics.filter(({severity}) => severity === 'error');
  if (value !== undefined && first === undefined) return {value};
  const line = first?.at === undefined ? '' : `, line ${first.at.line}`;
  return {
    problem:
      first?.code.startsWith('yaml/') === true ? `it is no YAML${line}` : `Kusion does not write such a file${line}`,
  };
}
