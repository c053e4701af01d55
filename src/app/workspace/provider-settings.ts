import {devNull} from 'node:os';
import type {Resource} from '../../core/resource/resource.ts';
import {Secret} from '../../core/secret/secret.ts';
import type {ChildEnvironment} from '../../core/workspace/child-environment.ts';
import {decideKeys} from '../../core/workspace/decide-keys.ts';
import type {DecidedKey} from '../../core/workspace/key-candidate.ts';
import {isSecretReference} from '../../core/workspace/mask.ts';
import {type ProviderConfiguration, type ProviderProblem, providerOf} from '../../core/workspace/named-provider.ts';
import {
  type AccountGroup,
  accountGroups,
  fieldsFor,
  referenceOf,
  splitBlock,
} from '../../core/workspace/provider-accounts.ts';
import {groupOf, type ProviderName} from '../../core/workspace/provider-groups.ts';
import {providerGroupOf} from '../../core/workspace/provider-meta.ts';
import {deepEqual} from '../../lib/deep-equal.ts';
import type {ConfiguredAccount} from '../../ports/account-identity.ts';
import type {ProviderAccounts, ProviderSettings} from '../../ports/runtime-needs.ts';
import type {Deps} from '../deps.ts';
import type {ContextRequest} from './context-request.ts';
import {keyInputs} from './key-inputs.ts';
import {readProviderSecrets} from './read-provider-secrets.ts';
import {resolveEnvironment} from './resolve-environment.ts';

type Context = Pick<ContextRequest, 'chosen' | 'specContext' | 'inSpec' | 'stackDir'>;
type Configuration = ProviderConfiguration | ProviderProblem;

/** The settings of providers, and the accounts whose identity can be asked for. */
export type DecidedSettings = ProviderSettings & {
  readonly accounts: ProviderAccounts;
  /** The accounts by named provider, or by provider. */
  readonly configured: ReadonlyMap<string, ConfiguredAccount>;
};

/**
 * Decides the configuration of the providers of some resources: the named provider, or the context, then the environment, then `providerMeta`.
 * The first one of two resources with the same id counts.
 */
export async function providerSettings(
  given: readonly Resource[],
  context: Context,
  deps: Deps,
): Promise<DecidedSettings> {
  const resources = [...new Map(given.toReversed().map((resource) => [resource.id, resource])).values()].filter(
    ({type}) => type === 'Terraform',
  );
  const decided = decideKeys(keyInputs({...context, resources}, deps));
  const named = context.chosen.workspace.providers ?? {};
  const configurationOf = (resource: Resource): Configuration => providerOf(resource, named, decided);
  const groups = accountGroups(resources);
  // The keys of these groups come from the context and the environment.
  const unnamed = groups.filter(({references}) => references.has(undefined));
  const only = unnamed.flatMap(({group}) => group ?? []);
  const keys = only.length === 0 ? NONE : await keysFor(only, decided, context, deps);
  const withNames = resources.flatMap((resource) => {
    const reference = referenceOf(resource);
    return reference === undefined ? [] : [{reference, found: configurationOf(resource)}];
  });
  const secretOf = await readProviderSecrets(withNames, context, deps);
  // Where resources configure a provider in different ways, each configuration is a block.
  const alone = groups.filter(({group, references}) => {
    const [first, ...others] = resources.filter((one) => providerGroupOf(one) === group).map(configurationOf);
    return references.size === 1 && others.every((other) => deepEqual(first, other));
  });
  const isAlone = (resource: Resource): boolean => {
    const group = providerGroupOf(resource);
    return group !== undefined && alone.some((one) => one.group === group);
  };
  const crowded = unnamed.filter(({references}) => references.size > 1);
  const set = new Map([
    ...groups.flatMap((group) => emptyFiles(group, resources, configurationOf)),
    ...resources.filter(isAlone).flatMap((one) => variablesOf(one, configurationOf(one), secretOf)),
    ...[...keys.set].filter(([name]) => !leavesFor(crowded, name, keys)),
  ]);
  return {
    configured: configuredAccounts(resources, {set, keys, configurationOf, secretOf}),
    environment: {set, files: keys.files.filter(({variable}) => !leavesFor(crowded, variable, keys))},
    blockOf: (resource) => {
      const found = configurationOf(resource);
      if ('because' in found) return {};
      return isAlone(resource) ? splitBlock(providerGroupOf(resource), found.block).block : found.block;
    },
    accounts: {
      problemOf: (resource) => {
        const found = configurationOf(resource);
        return 'because' in found ? found : unfitProblem(resource, crowded, keys);
      },
      keysOf: (resource) => keysOf(resource, crowded, keys),
      identities: new Map(),
      secretOf,
    },
  };
}

type Known = {
  readonly set: ReadonlyMap<string, Secret>;
  readonly keys: Keys;
  readonly configurationOf: (resource: Resource) => Configuration;
  readonly secretOf: (uri: string) => Secret | undefined;
};

/** Returns the accounts of AWS with the variables that each one sees, by named provider or provider. */
function configuredAccounts(
  resources: readonly Resource[],
  {set, keys, configurationOf, secretOf}: Known,
): ReadonlyMap<string, ConfiguredAccount> {
  const own = resources.filter((one) => providerGroupOf(one) === 'aws' && 'block' in configurationOf(one));
  return new Map(
    own.map((resource): [string, ConfiguredAccount] => {
      const found = configurationOf(resource);
      const block = 'because' in found ? {} : splitBlock('aws', found.block).block;
      const given = referenceOf(resource) === undefined ? [...keys.set] : [];
      const variables = new Map([...set, ...variablesOf(resource, found, secretOf), ...given]);
      return [referenceOf(resource) ?? 'aws', {provider: 'aws', block, variables}];
    }),
  );
}

/** Returns the keys of the account without a name as fields, where another account takes part. */
function keysOf(resource: Resource, crowded: readonly AccountGroup[], keys: Keys): ReadonlyMap<string, Secret> {
  const group = crowdedGroupOf(resource, crowded);
  if (group === undefined) return new Map();
  const {fields} = fieldsFor(group, namesOf(keys, group));
  return new Map(Object.entries(fields).flatMap(([field, name]) => entryOf(field, keys.set.get(name))));
}

/** Returns the provider of a resource without a named account, if others take part. */
const crowdedGroupOf = (resource: Resource, crowded: readonly AccountGroup[]): ProviderName | undefined =>
  referenceOf(resource) === undefined
    ? crowded.find((one) => one.group !== undefined && one.group === providerGroupOf(resource))?.group
    : undefined;

type Keys = Pick<ChildEnvironment, 'set' | 'files'>;
const NONE: Keys = {set: new Map(), files: []};

async function keysFor(
  only: readonly ProviderName[],
  decided: readonly DecidedKey[],
  context: Context,
  deps: Deps,
): Promise<Keys> {
  const given = await resolveEnvironment({...context, only}, deps);
  const inherited = decided
    .filter(({level, name}) => level === 'environment' && only.some((one) => one === groupOf(name)?.name))
    .map(({name}) => [name, new Secret(deps.env[name] ?? '')] as const);
  return {set: new Map([...inherited, ...given.set]), files: given.files};
}

/** Returns the fields of a configuration that are variables of the process. */
function variablesOf(
  resource: Resource,
  found: Configuration,
  secretOf: (uri: string) => Secret | undefined,
): readonly (readonly [string, Secret])[] {
  if ('because' in found) return [];
  return [...splitBlock(providerGroupOf(resource), found.block).variables].flatMap(([name, value]) =>
    entryOf(name, isSecretReference(value) ? secretOf(value) : new Secret(value)),
  );
}

const entryOf = (name: string, value: Secret | undefined): readonly (readonly [string, Secret])[] =>
  value === undefined ? [] : [[name, value]];

const namesOf = ({set, files}: Keys, group: ProviderName): readonly string[] =>
  [...set.keys(), ...files.map(({variable}) => variable)].filter((name) => groupOf(name)?.name === group);

/** Reports whether a variable becomes a field, because other accounts of its provider must not see it. */
const leavesFor = (crowded: readonly AccountGroup[], name: string, keys: Keys): boolean =>
  crowded.some(
    ({group}) =>
      group !== undefined &&
      groupOf(name)?.name === group &&
      !fieldsFor(group, namesOf(keys, group)).shared.includes(name),
  );

/** Returns the problem of keys that have no field, so that each account of the provider would see them. */
function unfitProblem(resource: Resource, crowded: readonly AccountGroup[], keys: Keys): ProviderProblem | undefined {
  const group = crowdedGroupOf(resource, crowded);
  if (group === undefined) return undefined;
  const {unfit} = fieldsFor(group, namesOf(keys, group));
  if (unfit.length === 0) return undefined;
  return {
    because: `${unfit.join(', ')} cannot be the key of one account: the other accounts of the provider in this stack would use it too`,
    hint: 'Add this account to `providers` of the workspace, and name it with `providerRef`.',
  };
}

/** Hides the files of AWS on this machine from named accounts that use none of them. */
function emptyFiles(
  {group, references}: AccountGroup,
  resources: readonly Resource[],
  configurationOf: (resource: Resource) => Configuration,
): readonly (readonly [string, Secret])[] {
  if (group !== 'aws' || references.has(undefined)) return [];
  const usesFiles = resources
    .filter((resource) => providerGroupOf(resource) === group)
    .map(configurationOf)
    .some((found) => 'block' in found && FILE_FIELDS.some((field) => found.block[field] !== undefined));
  return usesFiles ? [] : ['AWS_SHARED_CREDENTIALS_FILE', 'AWS_CONFIG_FILE'].map((name) => [name, new Secret(devNull)]);
}

const FILE_FIELDS = ['profile', 'shared_credentials_files', 'shared_config_files'];
