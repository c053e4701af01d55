import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {isError} from '../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {Json, JsonObject, JsonPath} from '../../core/json.ts';
import type {Resource} from '../../core/resource/resource.ts';
import {kindOf, type RequiredProvider} from '../../core/resource/terraform-kind.ts';
import {isTerraformSource, SOURCE_ID, sourceIn, type TerraformSource} from '../../core/terraform/source.ts';
import {canonicalJson} from '../../lib/canonical-json.ts';
import {defined} from '../../lib/defined.ts';
import {addressesOf} from './addresses.ts';
import {ephemeralVariables, isWriteOnly} from './ephemeral-variables.ts';
import {expressionOf, type Scope} from './expressions.ts';
import {importsOf} from './imports.ts';
import {type LaidSource, laySource, targetsIn} from './lay-source.ts';
import {textsIn} from './masks.ts';
import type {ModuleRequest, ModuleState} from './module-request.ts';
import {lenient, scopesOf} from './module-scopes.ts';
import {moduleTexts, variablesIn} from './module-text.ts';
import {outputsIn} from './output-values.ts';
import {OUTPUTS} from './outputs.ts';
import {providerArgument, providerBlocks} from './provider-blocks.ts';
import {refused} from './refused.ts';
import {sourceAccounts} from './source-accounts.ts';

/** A root module in Terraform's JSON, with its secrets apart. */
export type RootModule = {
  readonly text: string;
  /** The versions of providers. Beside a source, they override those in its files. */
  readonly required: string | undefined;
  /** The files of existing Terraform code that are a part of the module. */
  readonly source: LaidSource | undefined;
  /** True if everything in the files of the source is deleted. */
  readonly isDestroy: boolean;
  /** The values of its variables, which are all secret. */
  readonly variables: string;
  /** The values of its ephemeral variables, by name: neither a plan nor the state contains them. */
  readonly ephemeral: ReadonlyMap<string, string>;
  readonly providers: readonly RequiredProvider[];
  /** The address of each resource, by id. */
  readonly addresses: ReadonlyMap<string, string>;
  /** True if it contains a value that is not known yet. Such a module is planned, and never applied as a whole. */
  readonly hasUnknown: boolean;
  /** The ids of resources that need a secret that is lost. */
  readonly lost: ReadonlySet<string>;
  /** The paths of literal secrets, by id. */
  readonly secretPaths: ReadonlyMap<string, readonly JsonPath[]>;
  readonly secretTexts: ReadonlySet<string>;
  /** The content of each resource, by id. */
  readonly sent: ReadonlyMap<string, SentResource>;
};

/** The block of a resource in the module, and the values that are kept out of the module. */
export type SentResource = {
  readonly block: JsonObject;
  readonly hidden: readonly {readonly path: JsonPath; readonly value: Json}[];
};

/** Arguments that are not attributes: they run programs, or change what Terraform does with the resource. */
const META = ['connection', 'count', 'depends_on', 'for_each', 'lifecycle', 'provider', 'provisioner'];

/** Makes the root module of a stack. @throws GantryError input/invalid with all problems of its resources */
export function rootModule(request: ModuleRequest): RootModule {
  const {expandable, read = [], registry, state} = request;
  const wanted = request.resources.find(isTerraformSource);
  const source = wanted ?? request.leaving;
  const [resources, others] = [withoutSource(request.resources), withoutSource(request.others)];
  const all = [...resources, ...others, ...read];
  const accounts = sourceAccounts(source, all, registry);
  const kinds = new Map([...all, ...accounts].map((one) => [one.id, kindOf(one, registry)] as const));
  const diagnostics = [...resources, ...read].flatMap((one) => problemsOf(one, kinds.get(one.id), request));
  const addresses = addressesIn([...resources, ...read], kinds, request);
  const secrets: Json[] = [];
  const ephemeral = ephemeralVariables();
  const made = {lost: new Set<string>(), secretPaths: new Map<string, JsonPath[]>(), hasUnknown: false};
  const hide: Scope['hide'] = (value, path) =>
    isWriteOnly(path) ? ephemeral.hide(value) : `var.s${secrets.push(value) - 1}`;
  const {files} = sourceIn(wanted?.attributes ?? {});
  const declared = outputsIn(files);
  const outputs = new Set<string>();
  const scopeOf = scopesOf(request, {addresses, declared, outputs, made, hide, diagnostics});
  const blocks: Record<string, Record<string, JsonObject>> = {};
  const sent = new Map<string, SentResource>();
  for (const resource of resources) {
    const [type = '', name = ''] = addresses.get(resource.id)?.split('.') ?? [];
    const one = sentOf(resource, {scope: scopeOf(resource), isExpandable: expandable.has(resource.id)});
    const block = {...one.block, ...settingsOf(resource, {addresses, files, kind: kinds.get(resource.id), request})};
    (blocks[type] ??= {})[name] = block;
    sent.set(resource.id, {...one, block});
  }
  const laid = laidIn(source, wanted === undefined, {scopeOf, hideEphemeral: ephemeral.hide, outputs});
  if (laid !== undefined) sent.set(SOURCE_ID, sentBySource(laid, [...secrets, ...ephemeral.values]));
  const uses = [...all, ...accounts.filter(({isDeclared}) => !isDeclared)];
  const {configured, problems, ...used} = providerBlocks(uses, {
    kinds,
    request,
    scopeOf,
    hide: ephemeral.hide,
  });
  diagnostics.push(...problems);
  const providers = allProviders(used.providers, state.providers, accounts, kinds);
  if (diagnostics.some(isError)) throw new GantryError({code: 'input/invalid', diagnostics});
  return {
    ...made,
    source: laid,
    isDestroy: laid !== undefined && wanted === undefined,
    ...moduleTexts({
      providers: providers.filter(({name}) => !isOnlyIn(accounts, name, kinds)),
      configured,
      source: laid,
      variable: variablesIn(secrets, ephemeral.values),
      blocks,
      imports: importsOf(request, {addresses, kinds}),
    }),
    variables: canonicalJson(Object.fromEntries(secrets.map((value, i) => [`s${i}`, value]))),
    ephemeral: ephemeral.byName(),
    providers,
    addresses,
    secretTexts: new Set([...secrets, ...ephemeral.values].flatMap(textsIn)),
    sent,
  };
}

type Laying = Parameters<typeof laySource>[2] & {readonly scopeOf: ReturnType<typeof scopesOf>};

/** Returns the files of a source. Those of one that is deleted need no value that is gone. */
function laidIn(
  source: Resource | undefined,
  isLeaving: boolean,
  {scopeOf, ...laying}: Laying,
): LaidSource | undefined {
  if (source === undefined) return undefined;
  const scope = scopeOf(source);
  return laySource(source, isLeaving ? lenient(scope) : scope, laying);
}

/** Returns the arguments of a resource, and collects the values that are hidden in them. */
function sentOf(
  {attributes}: Pick<Resource, 'attributes'>,
  {scope, isExpandable}: {readonly scope: Scope; readonly isExpandable: boolean},
): SentResource {
  const hidden: {path: JsonPath; value: Json}[] = [];
  const hide: Scope['hide'] = (value, path) => {
    hidden.push({path, value});
    return scope.hide(value, path);
  };
  return {block: expressionOf(attributes, [], {...scope, hide}, isExpandable) as JsonObject, hidden};
}

/** Returns the content of a source. Its files can use all hidden values. */
const sentBySource = ({files, call = {}}: LaidSource, values: readonly Json[]): SentResource => ({
  block: {files: [...files], call},
  hidden: values.map((value) => ({path: [], value})),
});

/** Returns the content of a resource as a text for a digest. */
export function contentOf({sent}: Pick<RootModule, 'sent'>, id: string): string {
  const {block = {}, hidden = []} = sent.get(id) ?? {};
  return canonicalJson([block, hidden.map(({value}) => value)]);
}

type Kinds = ReadonlyMap<string, ReturnType<typeof kindOf>>;

const withoutSource = (all: readonly Resource[]): readonly Resource[] => all.filter((one) => !isTerraformSource(one));

/** Returns the address of each resource that has a type, and of the outputs of a source. */
function addressesIn(
  resources: readonly Resource[],
  kinds: Kinds,
  request: Pick<ModuleRequest, 'resources' | 'state'>,
): ReadonlyMap<string, string> {
  const typed = resources.flatMap(({id}) => {
    const kind = kinds.get(id);
    return typeof kind === 'object' ? [{id, type: kind.type}] : [];
  });
  const addresses = addressesOf(typed, request.state.known);
  return request.resources.some(isTerraformSource) ? new Map([...addresses, [SOURCE_ID, OUTPUTS]]) : addresses;
}

/** Returns the settings of a resource that are for Terraform itself. */
function settingsOf(
  resource: Resource,
  {
    addresses,
    files,
    kind,
    request,
  }: {
    readonly addresses: RootModule['addresses'];
    readonly files: TerraformSource['files'];
    readonly kind: ReturnType<typeof kindOf> | undefined;
    readonly request: Pick<ModuleRequest, 'ignoredOf'>;
  },
): JsonObject {
  // An output has no address: what depends on the source comes after everything in it.
  const needs = resource.dependsOn.flatMap((id) =>
    addresses.get(id) === OUTPUTS ? targetsIn(files) : (addresses.get(id) ?? []),
  );
  const ignored = request.ignoredOf?.(resource) ?? [];
  return defined({
    provider: providerArgument(resource, kind),
    depends_on: needs.length === 0 ? undefined : needs,
    lifecycle: ignored.length === 0 ? undefined : {ignore_changes: ignored},
  });
}

/** Returns the problems of a resource without a type or a provider, and of arguments that are refused by name. */
function problemsOf(
  resource: Resource,
  kind: ReturnType<typeof kindOf> | undefined,
  {origins}: Pick<ModuleRequest, 'origins'>,
): Diagnostic[] {
  const {id, attributes} = resource;
  return [
    ...(typeof kind === 'string' ? [refused({resource, origins}, `${id}: ${kind}`, 'spec/terraform')] : []),
    ...META.filter((name) => Object.hasOwn(attributes, name)).map((name) =>
      refused({resource, origins, path: [name]}, `the argument \`${name}\` of a Terraform resource is not supported`),
    ),
  ];
}

/** Adds the providers of resources that the module does not have. The files of a source require their own. */
const allProviders = (
  used: readonly RequiredProvider[],
  others: ModuleState['providers'] = [],
  accounts: readonly Resource[],
  kinds: Kinds,
): readonly RequiredProvider[] => {
  const known = [...used, ...accounts.flatMap(({id}) => providerOf(kinds.get(id)) ?? [])];
  return [...used, ...others.filter(({name}) => known.every((one) => one.name !== name))];
};

const providerOf = (kind: ReturnType<typeof kindOf> | undefined): RequiredProvider | undefined =>
  typeof kind === 'object' ? kind.provider : undefined;

/** Reports whether only the files of a source use a provider: they name its version. */
const isOnlyIn = (accounts: readonly Resource[], name: string, kinds: Kinds): boolean => {
  const own = new Set(accounts.map(({id}) => id));
  return ![...kinds].some(([id, kind]) => !own.has(id) && typeof kind === 'object' && kind.provider?.name === name);
};
