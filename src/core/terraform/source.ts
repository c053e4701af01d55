import {isObject, type Json, type JsonObject} from '../json.ts';
import type {ResourceState} from '../release/resource-state.ts';
import type {Resource} from '../resource/resource.ts';

/**
 * The id of the resource for a source of `.tf` files: its attributes are the files and the variables, and its values are the outputs. The
 * resources in the files have their addresses as ids.
 */
export const SOURCE_ID = 'terraform:output';

/** The content of a source of `.tf` files. */
export type TerraformSource = {
  /** The text of each file, by its path in the directory of the source. */
  readonly files: Readonly<Record<string, Json>>;
  /** The values of variables. They have priority over all files of variables. */
  readonly vars: JsonObject;
  /** Paths of `files` with values of variables, in their order. They have priority over files that Terraform reads by itself. */
  readonly varFiles: readonly string[];
};

/** Reports whether a resource is a source of `.tf` files. */
export const isTerraformSource = ({id, type}: Pick<Resource, 'id' | 'type'>): boolean =>
  type === 'Terraform' && id === SOURCE_ID;

/** Reports whether a recorded resource is in the files of a source: its id is its address. */
export const isInSource = (state: ResourceState): boolean => state.type === 'Terraform' && state.id === state.address;

const STEP = String.raw`(?:\[(?:\d+|"(?:[^"\\]|\\.)*")\])?`;
const ADDRESS = new RegExp(
  `^(?:module\\.[\\w-]+${STEP}|(?:module\\.[\\w-]+${STEP}\\.)*[A-Za-z_][\\w-]*\\.[A-Za-z_][\\w-]*${STEP})$`,
);

/** Reports whether a text is the address of a resource or of a module of Terraform: `module.net`, `aws_sqs_queue.a["b"]`. */
export const isAddress = (text: string): boolean => ADDRESS.test(text);

/** Reads the attributes of a source. */
export function sourceIn({files, vars, varFiles}: JsonObject): TerraformSource {
  return {
    files: isObject(files) ? files : {},
    vars: isObject(vars) ? vars : {},
    varFiles: Array.isArray(varFiles) ? varFiles.map(String) : [],
  };
}

/** Returns the texts of the files of a source. A release has only digests of files with values of variables. */
export const sourceTexts = ({attributes}: Pick<Resource, 'attributes'>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(sourceIn(attributes).files).flatMap(([path, text]) =>
      typeof text === 'string' ? [[path, text]] : [],
    ),
  );

/** The dependency lock file of Terraform. */
export const DEPENDENCY_LOCK = '.terraform.lock.hcl';

/** Reports whether a file has values of variables: they can be secrets, so a release stores only a digest of it. */
export const isVariableFile = (path: string): boolean => /\.tfvars(?:\.json)?$/.test(path);
