import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import type {Resource} from '../../core/resource/resource.ts';
import type {kindOf, RequiredProvider} from '../../core/resource/terraform-kind.ts';
import {isSecretName, isSecretReference} from '../../core/workspace/mask.ts';
import {deepEqual} from '../../lib/deep-equal.ts';
import {defined} from '../../lib/defined.ts';
import {escapeLiteral} from './escape.ts';
import {expressionOf, type Scope} from './expressions.ts';
import type {ModuleRequest} from './module-request.ts';
import {refused} from './refused.ts';

type Kind = ReturnType<typeof kindOf>;

/** Returns the alias of the account of a resource: `us` for `providerRef: aws.us`. */
export function aliasOf({extensions}: Pick<Resource, 'extensions'>): string | undefined {
  const reference = extensions['providerRef'];
  if (typeof reference !== 'string') return undefined;
  const name = reference.slice(reference.indexOf('.') + 1);
  // An alias is an identifier, which does not begin with a digit.
  return /^\d/.test(name) ? `_${name}` : name;
}

/** Returns the name in the workspace of an account that the state has by its alias. */
const accountOf = (alias: string): string => alias.replace(/^_(?=\d)/, '');

/** Returns the argument `provider` of a resource; undefined for the configuration without a name. */
export function providerArgument(resource: Resource, kind: Kind | undefined): string | undefined {
  const alias = aliasOf(resource);
  const provider = typeof kind === 'object' ? kind.provider : undefined;
  return alias === undefined || provider === undefined ? undefined : `${provider.name}.${alias}`;
}

type Providing = {
  readonly kinds: ReadonlyMap<string, Kind>;
  readonly request: ModuleRequest;
  readonly scopeOf: (resource: Resource) => Scope;
  /** Keeps a key out of the module, plans and the state. Returns its expression. */
  readonly hide: (value: Json) => string;
};

/** The providers of a module, their blocks, and the problems of resources that name them. */
export type ProviderBlocks = {
  readonly providers: readonly RequiredProvider[];
  readonly configured: JsonObject;
  readonly problems: readonly Diagnostic[];
};

/** Returns the providers with a block for each account. One account has one configuration, and one provider one version. */
export function providerBlocks(resources: readonly Resource[], providing: Providing): ProviderBlocks {
  const {kinds, request} = providing;
  const {origins, settings} = request;
  const providers = new Map<string, RequiredProvider>();
  const written = new Map<string, {readonly block: JsonObject; readonly provider: string; readonly json: JsonObject}>();
  const problems: Diagnostic[] = [];
  for (const resource of resources) {
    const kind = kinds.get(resource.id);
    const provider = typeof kind === 'object' ? kind.provider : undefined;
    const refuse = (message: string, hint?: string): void =>
      void problems.push(refused({resource, origins, path: [], hint}, `${resource.id}: ${message}`));
    if (provider === undefined) {
      if (typeof kind === 'object' && aliasOf(resource) !== undefined)
        refuse(`\`providerRef\`: ${kind.type} is a part of Terraform, and has no account`);
      continue;
    }
    const problem = settings.accounts?.problemOf(resource) ?? movedAccount(resource, provider, request);
    if (problem !== undefined) {
      refuse(problem.because, problem.hint);
      continue;
    }
    const before = providers.get(provider.name) ?? provider;
    providers.set(provider.name, before);
    if (!deepEqual(before, provider)) refuse(`it needs another version or source of the provider ${provider.name}`);
    const alias = aliasOf(resource);
    const key = `${provider.name}.${alias ?? ''}`;
    const block = settings.blockOf(resource);
    const known = written.get(key);
    if (known === undefined)
      written.set(key, {
        block,
        provider: provider.name,
        json: {...configurationOf(resource, block, providing), ...defined({alias})},
      });
    else if (!deepEqual(known.block, block))
      refuse(
        `it configures the provider ${provider.name} in another way`,
        'Add each configuration to `providers` of the workspace, and name it with `providerRef`.',
      );
  }
  return {providers: [...providers.values()], configured: byProvider([...written.values()]), problems};
}

const accountName = (alias: string): string =>
  alias === '' ? 'the account without a name' : `the account ${accountOf(alias)}`;

/** Refuses a resource that the state has in another account: Terraform would not find it in the new account, and forget it. */
function movedAccount(resource: Resource, {name}: RequiredProvider, {state: {accounts}, settings}: ModuleRequest) {
  const before = accounts.get(resource.id);
  const now = aliasOf(resource) ?? '';
  if (before === undefined || before === now) return undefined;
  const {identities} = settings.accounts ?? {};
  const identityOf = (alias: string) =>
    alias === ''
      ? identities?.get(name)
      : (identities?.get(`${name}.${alias}`) ?? identities?.get(`${name}.${accountOf(alias)}`));
  // Another name of the same account.
  if (identityOf(before) !== undefined && identityOf(before) === identityOf(now)) return undefined;
  return {
    because: `it exists in ${accountName(before)}, and now names ${accountName(now)}: Terraform would not find it there, and forget it`,
    hint: 'Give the resource another id: it is then created in the new account, and deleted in the old one.',
  };
}

/** Returns a provider block. Keys are ephemeral variables. */
function configurationOf(
  resource: Resource,
  block: JsonObject,
  {request: {settings}, scopeOf, hide}: Providing,
): JsonObject {
  const {accounts} = settings;
  const keys = [...(accounts?.keysOf(resource) ?? [])].map(([field, value]) => [
    field,
    isSecretName(field) ? `\${${hide(value.reveal())}}` : escapeLiteral(value.reveal()),
  ]);
  const own =
    aliasOf(resource) === undefined
      ? (expressionOf(block, [], {...scopeOf(resource), hide}, true) as JsonObject)
      : namedBlock(block, {hide, secretOf: (uri) => accounts?.secretOf(uri)?.reveal()});
  return {...own, ...Object.fromEntries(keys)};
}

type Naming = Pick<Providing, 'hide'> & {readonly secretOf: (uri: string) => string | undefined};

/** Returns the block of a named provider: its texts are literals, which refer to nothing of the stack. */
const namedBlock = (block: JsonObject, naming: Naming): JsonObject => namedParts(block, undefined, naming);

/** Returns the arguments of a block. Secrets are known by their names, but the names in `endpoints` are services, as `secretsmanager`. */
const namedParts = (block: JsonObject, parent: string | undefined, naming: Naming): JsonObject =>
  Object.fromEntries(
    Object.entries(block).map(([name, value]) => [
      escapeLiteral(name),
      namedValue(value, {name, isHidden: parent !== 'endpoints' && isSecretName(name)}, naming),
    ]),
  );

type Argument = {readonly name: string; readonly isHidden: boolean};

function namedValue(value: Json, argument: Argument, naming: Naming): Json {
  const {name, isHidden} = argument;
  if (isList(value)) return value.map((item) => namedValue(item, argument, naming));
  if (isObject(value))
    return isHidden
      ? Object.fromEntries(
          Object.entries(value).map(([key, part]) => [escapeLiteral(key), namedValue(part, argument, naming)]),
        )
      : namedParts(value, name, naming);
  const secret = typeof value === 'string' && isSecretReference(value) ? naming.secretOf(value) : undefined;
  if (secret !== undefined) return `\${${naming.hide(secret)}}`;
  if (isHidden && (typeof value === 'string' || typeof value === 'number')) return `\${${naming.hide(value)}}`;
  return typeof value === 'string' ? escapeLiteral(value) : value;
}

/** Returns the blocks by provider: one as an object, several as a list. */
function byProvider(blocks: readonly {readonly provider: string; readonly json: JsonObject}[]): JsonObject {
  const lists: Record<string, JsonObject[]> = {};
  for (const {provider, json} of blocks) (lists[provider] ??= []).push(json);
  return Object.fromEntries(
    Object.entries(lists).map(([provider, list]) => [provider, list.length === 1 ? (list[0] ?? {}) : list]),
  );
}
