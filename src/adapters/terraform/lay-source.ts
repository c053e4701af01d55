import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../../core/json.ts';
import type {Resource} from '../../core/resource/resource.ts';
import {isRedacted} from '../../core/secret/redacted-value.ts';
import {type Block, blocksIn} from '../../core/terraform/blocks.ts';
import {isRootFile, isVariableFile, sourceIn} from '../../core/terraform/source.ts';
import {canonicalJson} from '../../lib/canonical-json.ts';
import {deepEqual} from '../../lib/deep-equal.ts';
import {escapeValue} from './escape.ts';
import {expressionOf, type Scope} from './expressions.ts';
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
 * expression, or a value that is not known yet: such a value goes through a module with the same declaration, and the files read its output.
 */
export function laySource(resource: Resource, scope: Scope, hideEphemeral: Hide): LaidSource {
  const attributes = recalled(resource.attributes, [], scope) as JsonObject;
  const {vars, ...source} = sourceIn(attributes);
  const {[LOCK]: lock, ...texts} = textsOf(source.files, scope);
  const files = new Map(Object.entries(texts));
  const variables = variablesIn(texts);
  const passed: JsonObject = {};
  const literals: Record<string, Json> = {};
  for (const [name, value] of Object.entries(vars)) {
    const hide: Scope['hide'] = isEphemeral(variables.get(name)?.block) ? hideEphemeral : scope.hide;
    const expression = expressionOf(value, ['vars', name], {...scope, hide}, true);
    if (deepEqual(expression, escapeValue(value))) literals[name] = value;
    else if (variables.has(name)) Object.assign(passed, {[name]: expression});
  }
  for (const [path, text] of files) if (isRootFile(path)) files.set(path, passedOn(text, new Set(Object.keys(passed))));
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

type Declared = {readonly text: string; readonly block: Block};

/** Returns the variables that the root module declares, by name. */
const variablesIn = (texts: Readonly<Record<string, string>>): ReadonlyMap<string, Declared> =>
  new Map(
    Object.entries(texts)
      .filter(([path]) => isRootFile(path))
      .flatMap(([, text]) =>
        blocksIn(text).flatMap((block): [string, Declared][] =>
          block.type === 'variable' ? [[block.labels[0] ?? '', {text, block}]] : [],
        ),
      ),
  );

const isEphemeral = (block: Block | undefined): boolean =>
  /(?:^|\n)[ \t]*ephemeral[ \t]*=[ \t]*true/.test(block?.body ?? '');

/** Returns the declaration of a passed variable, and its output. */
function declarationOf(name: string, declared: Declared | undefined): string | undefined {
  if (declared === undefined) return undefined;
  const {text, block} = declared;
  const ephemeral = isEphemeral(block) ? '\n  ephemeral = true' : '';
  return `${text.slice(block.start, block.end)}\noutput "${name}" {\n  value = var.${name}${ephemeral}\n}\n`;
}

/** Makes a text read some variables from the module that passes them on. The lines of all other parts stay. */
function passedOn(text: string, names: ReadonlySet<string>): string {
  if (names.size === 0) return text;
  const own = blocksIn(text).filter(({type, labels}) => type === 'variable' && names.has(labels[0] ?? ''));
  const without = own.reduceRight(
    (rest, {start, end}) => rest.slice(0, start) + rest.slice(start, end).replaceAll(/[^\n]/g, '') + rest.slice(end),
    text,
  );
  return without.replaceAll(/(?<![\w.-])var\.([A-Za-z_][\w-]*)/g, (found, name: string) =>
    names.has(name) ? `module.${PASSING}.${name}` : found,
  );
}

/** Returns the addresses of the resources and modules in the root module. */
const targetsIn = (texts: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(texts)
    .filter(([path]) => isRootFile(path))
    .flatMap(([, text]) => blocksIn(text))
    .flatMap(({type, labels}) =>
      type === 'resource' ? [labels.join('.')] : type === 'module' ? [`module.${labels[0] ?? ''}`] : [],
    );

/** Returns the blocks that name modules and providers, and the providers by the types of resources. */
function initKeyOf(texts: Readonly<Record<string, string>>, isPassing: boolean): string {
  const parts = Object.entries(texts)
    .filter(([path]) => path.endsWith('.tf'))
    .map(([path, text]) => [
      path,
      ...blocksIn(text).flatMap(({type, labels, body}) =>
        type === 'module' || type === 'terraform' || type === 'provider'
          ? [`${type} ${labels.join(' ')} ${body}`]
          : type === 'resource' || type === 'data'
            ? [labels[0]?.split('_')[0] ?? '']
            : [],
      ),
    ]);
  return canonicalJson([parts.map((one) => [...new Set(one)]), isPassing]);
}
