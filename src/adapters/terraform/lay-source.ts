import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../../core/json.ts';
import type {Resource} from '../../core/resource/resource.ts';
import {isRedacted} from '../../core/secret/redacted-value.ts';
import {argumentIn, type Block} from '../../core/terraform/blocks.ts';
import {blocksOf, blockText, isCode, isRootFile, withoutBlocks} from '../../core/terraform/code.ts';
import {isVariableFile, sourceIn} from '../../core/terraform/source.ts';
import {canonicalJson} from '../../lib/canonical-json.ts';
import {deepEqual} from '../../lib/deep-equal.ts';
import {escapeValue} from './escape.ts';
import {expressionOf, type Scope} from './expressions.ts';
import {OUTPUT_VALUES, outputValues} from './output-values.ts';
import {LOCK} from './run-files.ts';

/** The files of a source of Terraform code, as they are in the working directory. */
export type LaidSource = {
  /** The attributes of the source, with the secrets that a release stores as digests. */
  readonly attributes: JsonObject;
  /** The texts by path. */
  readonly files: ReadonlyMap<string, string>;
  /** The dependency lock file of the source. */
  readonly lock: string | undefined;
  /** The call of the module with the values of variables that are expressions. */
  readonly call: JsonObject | undefined;
  /** The addresses of everything that the files declare, for a plan that leaves other resources out. */
  readonly targets: readonly string[];
  /** The parts of the files that `init` reads. */
  readonly initKey: string;
};

/** The name of the module, and the directory, that pass on values which a file of variables cannot have: expressions. */
const PASSING = 'gantry_vars';
const VALUES = '~gantry.auto.tfvars.json';

/** Keeps a secret out of a plan and of the state, for a variable that is declared as ephemeral. */
type Hide = (value: Json) => string;

/**
 * Returns the files of a source for the working directory. Literal values of variables are a file of variables. A root variable cannot have an
 * expression, or a value that is not known yet: such a value goes through a module with the same declaration, and the files read its output. `outputs`: the
 * names of those that other resources of the module use.
 */
export function laySource(
  resource: Resource,
  scope: Scope,
  {hideEphemeral, outputs}: {readonly hideEphemeral: Hide; readonly outputs: ReadonlySet<string>},
): LaidSource {
  const attributes = recalled(resource.attributes, [], scope) as JsonObject;
  const {vars, ...source} = sourceIn(attributes);
  const {[LOCK]: lock, ...texts} = textsOf(source.files, scope);
  const files = new Map(Object.entries(texts));
  const variables = variablesIn(texts);
  const passed: JsonObject = {};
  const literals: Record<string, Json> = {};
  for (const [name, value] of Object.entries(vars)) {
    const hide: Scope['hide'] = isEphemeral(variables.get(name)) ? hideEphemeral : scope.hide;
    const expression = expressionOf(value, ['vars', name], {...scope, hide}, true);
    if (deepEqual(expression, escapeValue(value))) literals[name] = value;
    else if (variables.has(name)) Object.assign(passed, {[name]: expression});
  }
  for (const [path, text] of files)
    if (isRootFile(path)) files.set(path, passedOn(path, text, new Set(Object.keys(passed))));
  if (outputs.size > 0) files.set(OUTPUT_VALUES, outputValues(files, outputs));
  if (Object.keys(literals).length > 0) files.set(VALUES, canonicalJson(literals));
  const declared = Object.keys(passed).flatMap((name) => declarationOf(name, variables.get(name)) ?? []);
  if (declared.length > 0) files.set(`${PASSING}/variables.tf`, declared.join('\n'));
  const call = declared.length === 0 ? undefined : {[PASSING]: {source: `./${PASSING}`, ...passed}};
  return {attributes, files, lock, call, targets: targetsIn(texts), initKey: initKeyOf(texts, declared.length > 0)};
}

/** Returns a value with the secrets that a release stores as digests, as far as they are known. */
function recalled(value: Json, path: JsonPath, scope: Scope): Json {
  if (isRedacted(value)) return scope.recall(path, value) ?? value;
  if (isList(value)) return value.map((item, i) => recalled(item, [...path, i], scope));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, recalled(part, [...path, key], scope)]));
}

/** Returns the texts of the files. Files of variables are secrets: a release has only their digests. */
function textsOf(files: JsonObject, scope: Scope): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(files).flatMap(([path, value]): [string, string][] => {
      const at = ['files', path];
      if (isVariableFile(path)) scope.onSecret(at);
      if (typeof value === 'string') return [[path, value]];
      scope.onLost(at);
      return [];
    }),
  );
}

/** Returns the variables that the root module declares, by name. */
const variablesIn = (texts: Readonly<Record<string, string>>): ReadonlyMap<string, Block> =>
  new Map(
    Object.entries(texts)
      .filter(([path]) => isRootFile(path))
      .flatMap(([path, text]) =>
        blocksOf(path, text).flatMap((block): [string, Block][] =>
          block.type === 'variable' ? [[block.labels[0] ?? '', block]] : [],
        ),
      ),
  );

const isEphemeral = (block: Block | undefined): boolean => argumentIn(block?.body ?? '', 'ephemeral') === 'true';

/** Returns the declaration of a passed variable, and its output. */
function declarationOf(name: string, block: Block | undefined): string | undefined {
  if (block === undefined) return undefined;
  const ephemeral = isEphemeral(block) ? '\n  ephemeral = true' : '';
  return `${blockText(block)}\noutput "${name}" {\n  value = var.${name}${ephemeral}\n}\n`;
}

/** Makes a text read some variables from the module that passes them on. The lines of all other parts stay. */
function passedOn(path: string, text: string, names: ReadonlySet<string>): string {
  if (names.size === 0) return text;
  const rest = withoutBlocks(path, text, ({type, labels}) => type === 'variable' && names.has(labels[0] ?? ''));
  return rest.replaceAll(/(?<![\w.-])var\.([A-Za-z_][\w-]*)/g, (found, name: string) =>
    names.has(name) ? `module.${PASSING}.${name}` : found,
  );
}

/** Returns the addresses of the resources and modules in the root module. */
export const targetsIn = (files: Readonly<Record<string, Json>>): readonly string[] =>
  Object.entries(files)
    .flatMap(([path, text]) => (isRootFile(path) && typeof text === 'string' ? blocksOf(path, text) : []))
    .flatMap(({type, labels}) =>
      type === 'resource' ? [labels.join('.')] : type === 'module' ? [`module.${labels[0] ?? ''}`] : [],
    );

/** Returns the blocks that name modules and providers, and the providers by the types of resources. */
function initKeyOf(texts: Readonly<Record<string, string>>, isPassing: boolean): string {
  const parts = Object.entries(texts)
    .filter(([path]) => isCode(path))
    .map(([path, text]) => [
      path,
      ...blocksOf(path, text).flatMap(({type, labels, body}) =>
        type === 'module' || type === 'terraform' || type === 'provider'
          ? [`${type} ${labels.join(' ')} ${body}`]
          : type === 'resource' || type === 'data'
            ? [labels[0]?.split('_')[0] ?? '']
            : [],
      ),
    ]);
  return canonicalJson([parts.map((one) => [...new Set(one)]), isPassing]);
}
