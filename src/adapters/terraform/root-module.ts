import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {isError} from '../../core/diagnostic/diagnostic.ts';
import type {Origin} from '../../core/diagnostic/origin.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {Json, JsonObject, JsonPath} from '../../core/json.ts';
import {referenceDiagnostic} from '../../core/reference/reference-diagnostic.ts';
import type {Resource} from '../../core/resource/resource.ts';
import {canonicalJson} from '../../lib/canonical-json.ts';
import {deepEqual} from '../../lib/deep-equal.ts';
import {defined} from '../../lib/defined.ts';
import {addressesOf} from './addresses.ts';
import {expressionOf, type Scope} from './expressions.ts';
import {importsOf} from './imports.ts';
import {kindOf, type RequiredProvider} from './kind.ts';
import {textsIn} from './masks.ts';

/** The values that the resources of a module take from outside of it. */
export type ModuleValues = Pick<Scope, 'lookup' | 'isSensitive' | 'secretOf'> & {
  readonly recall: (id: string, path: JsonPath, redacted: Json) => Json | undefined;
};

/** The resources of a root module. */
export type ModuleRequest = {
  readonly resources: readonly Resource[];
  /** Resources that are no longer wanted. Their provider is still configured, because they are deleted. */
  readonly removed: readonly Resource[];
  readonly expandable: ReadonlySet<string>;
  readonly origins: ReadonlyMap<string, Origin>;
  /** The ids of all resources of the stack. */
  readonly ids: ReadonlySet<string>;
  /** The addresses that resources already have, by id. */
  readonly known: ReadonlyMap<string, string>;
  /** The addresses in the state. */
  readonly existing?: ReadonlySet<string>;
  /** Returns the parts of a resource whose changes are ignored. */
  readonly ignoredOf?: (resource: Resource) => readonly string[];
  readonly blockOf: (resource: Resource) => JsonObject;
  readonly values: ModuleValues;
};

/** A root module in Terraform's JSON, with its secrets apart. */
export type RootModule = {
  readonly text: string;
  /** The values of its variables, which are all secret. */
  readonly variables: string;
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
  /** The content of each resource, as a text for a digest, by id. */
  readonly sends: ReadonlyMap<string, string>;
};

/** Arguments that are not attributes: they run programs, or change what Terraform does with the resource. */
const META = ['connection', 'count', 'depends_on', 'for_each', 'lifecycle', 'provider', 'provisioner'];

/** Makes the root module of a stack. @throws GantryError input/invalid with all problems of its resources */
export function rootModule(request: ModuleRequest): RootModule {
  const {resources, removed, ids, origins, expandable, values} = request;
  const diagnostics: Diagnostic[] = [];
  const kinds = new Map([...resources, ...removed].map((resource) => [resource.id, kindOf(resource)] as const));
  const typed = resources.flatMap((resource) => {
    const kind = kinds.get(resource.id);
    if (typeof kind === 'object') return [{id: resource.id, type: kind.type}];
    diagnostics.push(refused({resource, origins}, `${resource.id}: ${kind}`, 'spec/terraform'));
    return [];
  });
  const addresses = addressesOf(typed, request.known);
  const secrets: Json[] = [];
  const made = {lost: new Set<string>(), secretPaths: new Map<string, JsonPath[]>(), hasUnknown: false};
  const scopeOf = (resource: Resource): Scope => ({
    ...values,
    addressOf: (id) => addresses.get(id),
    recall: (path, redacted) => values.recall(resource.id, path, redacted),
    isKnown: (id) => ids.has(id),
    knownIds: ids,
    hide: (value) => `var.s${secrets.push(value) - 1}`,
    onUnknown: () => {
      made.hasUnknown = true;
    },
    onSecret: (path) => void made.secretPaths.set(resource.id, [...(made.secretPaths.get(resource.id) ?? []), path]),
    onLost: () => void made.lost.add(resource.id),
    onProblem: (problem) => void diagnostics.push(referenceDiagnostic(problem, resource.id, origins.get(resource.id))),
  });
  const blocks: Record<string, Record<string, JsonObject>> = {};
  const sends = new Map<string, string>();
  for (const resource of resources) {
    diagnostics.push(...unsupported(resource, origins));
    const [type = '', name = ''] = addresses.get(resource.id)?.split('.') ?? [];
    const first = secrets.length;
    const body = expressionOf(resource.attributes, [], scopeOf(resource), expandable.has(resource.id)) as JsonObject;
    const block = {...body, ...settingsOf(resource, addresses, request)};
    (blocks[type] ??= {})[name] = block;
    sends.set(resource.id, canonicalJson([block, secrets.slice(first)]));
  }
  const {providers, configured} = providersOf([...resources, ...removed], {kinds, request, scopeOf, diagnostics});
  if (diagnostics.some(isError)) throw new GantryError({code: 'input/invalid', diagnostics});
  // Terraform refuses an empty part.
  const module = defined({
    ...(providers.length === 0 ? {} : {terraform: {required_providers: requiredIn(providers)}, provider: configured}),
    variable: secrets.length === 0 ? undefined : declared(secrets),
    resource: resources.length === 0 ? undefined : blocks,
    import: importsOf(request, addresses),
  });
  return {
    ...made,
    text: canonicalJson(module),
    variables: canonicalJson(Object.fromEntries(secrets.map((value, i) => [`s${i}`, value]))),
    providers,
    addresses,
    secretTexts: new Set(secrets.flatMap(textsIn)),
    sends,
  };
}

const declared = (secrets: readonly Json[]): JsonObject =>
  Object.fromEntries(secrets.map((_, i) => [`s${i}`, {sensitive: true}]));

/** Returns the settings of a resource that are for Terraform itself. */
function settingsOf(
  resource: Resource,
  addresses: RootModule['addresses'],
  {ignoredOf}: Pick<ModuleRequest, 'ignoredOf'>,
): JsonObject {
  const needs = resource.dependsOn.flatMap((id) => addresses.get(id) ?? []);
  const ignored = ignoredOf?.(resource) ?? [];
  return defined({
    depends_on: needs.length === 0 ? undefined : needs,
    lifecycle: ignored.length === 0 ? undefined : {ignore_changes: ignored},
  });
}

const requiredIn = (providers: readonly RequiredProvider[]): JsonObject =>
  Object.fromEntries(providers.map(({name, source, version}) => [name, {source, ...defined({version})}]));

type Providing = {
  readonly kinds: ReadonlyMap<string, ReturnType<typeof kindOf>>;
  readonly request: ModuleRequest;
  readonly scopeOf: (resource: Resource) => Scope;
  readonly diagnostics: Diagnostic[];
};

/** Returns the providers with their configuration. One provider has one version and one configuration in a stack. */
function providersOf(resources: readonly Resource[], {kinds, request, scopeOf, diagnostics}: Providing) {
  const providers = new Map<string, RequiredProvider>();
  const written = new Map<string, JsonObject>();
  const configured: Record<string, Json> = {};
  for (const resource of resources) {
    const kind = kinds.get(resource.id);
    const provider = typeof kind === 'object' ? kind.provider : undefined;
    if (provider === undefined) continue;
    const {name} = provider;
    const block = request.blockOf(resource);
    const before = providers.get(name);
    if (before === undefined) {
      providers.set(name, provider);
      written.set(name, block);
      configured[name] = expressionOf(block, [], scopeOf(resource), true);
      continue;
    }
    if (!deepEqual(before, provider))
      diagnostics.push(
        refused(
          {resource, origins: request.origins},
          `${resource.id} needs another version or source of the provider ${name}`,
        ),
      );
    if (!deepEqual(written.get(name), block))
      diagnostics.push(
        refused(
          {resource, origins: request.origins},
          `${resource.id} configures the provider ${name} in another way: this is not supported`,
        ),
      );
  }
  return {providers: [...providers.values()], configured};
}

/** Returns the problems of arguments and extensions that are refused by name. */
function unsupported(resource: Resource, origins: ModuleRequest['origins']): readonly Diagnostic[] {
  const {attributes, extensions} = resource;
  return [
    ...META.filter((name) => Object.hasOwn(attributes, name)).map((name) =>
      refused({resource, origins, path: [name]}, `the argument \`${name}\` of a Terraform resource is not supported`),
    ),
    ...['providerRef']
      .filter((name) => extensions[name] !== undefined)
      .map((name) => refused({resource, origins}, `\`${name}\` of a Terraform resource is not supported`)),
  ];
}

const refused = (
  {
    resource: {id},
    origins,
    path = [],
  }: {
    readonly resource: Resource;
    readonly origins: ModuleRequest['origins'];
    readonly path?: JsonPath;
  },
  message: string,
  code = 'config/not-supported',
): Diagnostic => ({severity: 'error', code, message, resource: id, ...defined({at: origins.get(id)?.position(path)})});
