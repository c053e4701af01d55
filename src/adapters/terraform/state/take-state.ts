import {GantryError} from '../../../core/failure/failure.ts';
import {isList, isObject, type Json, type JsonObject} from '../../../core/json.ts';
import type {Resource} from '../../../core/resource/resource.ts';
import {Secret} from '../../../core/secret/secret.ts';
import {versionsIn} from '../../../core/terraform/lock-text.ts';
import {SOURCE_ID} from '../../../core/terraform/source.ts';
import {defined} from '../../../lib/defined.ts';
import type {ArgumentForm, StateFile, StateResource, TakenState} from '../../../ports/terraform-tool.ts';
import {addressesIn} from '../instances.ts';
import {withMask} from '../masks.ts';
import {OUTPUTS} from '../outputs.ts';
import {runJson, runShow} from '../program.ts';
import {readState, secretTextsIn} from '../read-shown.ts';
import type {Shown} from '../shown.ts';
import {BUILT_IN, providerIn} from '../state-provider.ts';
import {encodeStored, serialOf} from '../stored.ts';
import {textAt} from '../text-at.ts';
import {argumentsOf} from './arguments-of.ts';
import {type FileArguments, fileArguments} from './secret-arguments.ts';
import {dataIn, managedIn, stateProblems} from './state-problems.ts';
import {stateSteps} from './state-steps.ts';
import {type GivenState, type ToolOptions, withState} from './with-state.ts';

/**
 * Reads a state file with the schemas of its providers: the resources in Kusion's form, and the state to store. Nothing is asked of a cloud.
 * @throws GantryError input/invalid with all problems of the state, terraform/unusable, terraform/failed
 */
export async function takeState(options: ToolOptions, file: StateFile): Promise<TakenState> {
  const {text, lock, accounts, hasSource, signal} = file;
  const given = parse(text);
  const diagnostics = stateProblems(given, hasSource);
  if (diagnostics.length > 0) throw new GantryError({code: 'input/invalid', diagnostics});
  if (hasSource) return takeWhole(options, {state: given, lock, signal});
  const state = withAccounts(given, accounts);
  return withState(options, {state, lock, signal}, async (place) => {
    const shown = readState(await runShow(place, []));
    const schemas = await runJson(place, ['providers', 'schema', '-json']);
    const versions = versionsIn(place.lock);
    const taken = managedIn(state).flatMap((one): Taken[] => {
      const values = shown.get(addressOf(one));
      return values === undefined ? [] : [takeOne(one, {shown: values, schemas, versions})];
    });
    const secrets = taken.map((one) => [one.name, argumentsAs('exact', one).secrets] as const);
    options.learn(secrets.flatMap(([, own]) => [...own.values()]));
    const ids = new Map(taken.map(({id, address}) => [address, id]));
    const needs = new Map(taken.map(({address, of}) => [address, needsOf(of)]));
    return {
      lineage: textAt(state, 'lineage'),
      serial: serialOf(state),
      resources: taken.map((one) =>
        stateResource(
          one,
          directNeeds(one.address, needs).flatMap((address) => ids.get(address) ?? []),
        ),
      ),
      skipped: [
        ...dataIn(state).map((one) => ({id: `data.${addressOf(one)}`, because: 'a data source'})),
        ...Object.keys(objectAt(state, 'outputs')).map((name) => ({id: `output.${name}`, because: 'an output'})),
      ],
      secrets: new Map(secrets.filter(([, own]) => own.size > 0)),
      documentOf: (formOf) => {
        const marked = taken.map((one) => ({address: one.address, ...markedAs(formOf(one.id), one)}));
        return encodeStored({
          state: {...state, outputs: {}, check_results: null, resources: marked.map(({resource}) => resource)},
          // A release records the values with the marks of the new files.
          shown: {
            serial: serialOf(state),
            resources: Object.fromEntries(marked.map((one) => [one.address, one.shown])),
          },
          lock: place.lock === '' ? undefined : place.lock,
          ids: Object.fromEntries(ids),
        });
      },
    };
  });
}

/** Takes a state as it is, for the files that it belongs to: their resources have their addresses as ids. */
const takeWhole = (options: ToolOptions, {state, lock, signal}: GivenState): Promise<TakenState> =>
  withState(options, {state, lock, signal}, async (place) => {
    const document = await runShow(place, []);
    options.learn(secretTextsIn(document).map((one) => new Secret(one)));
    const addresses = addressesIn(state);
    const serial = serialOf(state);
    return {
      lineage: textAt(state, 'lineage'),
      serial,
      resources: addresses.map((address) => ({id: address, address})),
      skipped: [],
      secrets: new Map(),
      documentOf: (_, source) =>
        encodeStored({
          state,
          shown: {serial, resources: Object.fromEntries(readState(document))},
          ids: {...Object.fromEntries(addresses.map((address) => [address, address])), [OUTPUTS]: SOURCE_ID},
          ...defined({lock: place.lock === '' ? undefined : place.lock, source}),
        }),
    };
  });

function parse(text: string): JsonObject {
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** Names the account of resources that have none. */
const withAccounts = (state: JsonObject, accounts: StateFile['accounts']): JsonObject => ({
  ...state,
  resources: objectsAt(state, 'resources').map((one) => {
    const {source, alias} = providerIn(one);
    const account = accounts.get(source.split('/').at(-1) ?? '');
    return alias !== undefined || account === undefined ? one : {...one, provider: `provider["${source}"].${account}`};
  }),
});

type Taken = {
  readonly id: string;
  readonly address: string;
  /** The resource in the state. */
  readonly of: JsonObject;
  /** The schema of its type. */
  readonly block: JsonObject;
  readonly shown: Shown;
  readonly extensions: JsonObject;
  /** The name in the state, and of its secret in a store. */
  readonly name: string;
};

const argumentsAs = (form: ArgumentForm, {name, block, shown}: Taken): FileArguments =>
  fileArguments(name, argumentsOf(block, shown.values, form), shown.sensitive);

type About = {
  readonly shown: Shown;
  readonly schemas: JsonObject;
  readonly versions: ReadonlyMap<string, string>;
};

function takeOne(of: JsonObject, {shown, schemas, versions}: About): Taken {
  const [type, name] = [textAt(of, 'type'), textAt(of, 'name')];
  const {source, alias} = providerIn(of);
  const [namespace = '', provider = ''] = source.split('/').slice(-2);
  const version = versions.get(source);
  const types = objectAt(objectAt(objectAt(schemas, 'provider_schemas'), source), 'resource_schemas');
  const block = objectAt(objectAt(types, type), 'block');
  return {
    id: `${source.startsWith(BUILT_IN) ? 'terraform:builtin' : `${namespace}:${provider}`}:${type}:${name}`,
    address: addressOf(of),
    of,
    block,
    shown,
    extensions: {
      provider: version === undefined ? source : `${source}/${version}`,
      resourceType: type,
      ...defined({providerRef: alias && `${provider}.${alias}`}),
    },
    name,
  };
}

const stateResource = (taken: Taken, dependsOn: readonly string[]): StateResource => ({
  id: taken.id,
  address: taken.address,
  resource: (form: ArgumentForm): Resource => ({
    id: taken.id,
    type: 'Terraform',
    attributes: argumentsAs(form, taken).attributes,
    dependsOn,
    extensions: taken.extensions,
  }),
});

/** Returns the addresses that a resource depends on directly. A state names those that these depend on, too. */
function directNeeds(address: string, needs: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const all = needs.get(address) ?? [];
  return all.filter((one) => !all.some((other) => needs.get(other)?.includes(one)));
}

function needsOf(resource: JsonObject): readonly string[] {
  const [instance = {}] = objectsAt(resource, 'instances');
  const {dependencies = []} = instance;
  return isList(dependencies) ? dependencies.filter((one) => typeof one === 'string') : [];
}

/**
 * Returns a resource of the state whose sensitive values are those of the new files, and its values with both marks. For Terraform, a difference of
 * marks is a change.
 */
function markedAs(form: ArgumentForm, taken: Taken) {
  const {marked} = argumentsAs(form, taken);
  const steps = marked.map((path) => stateSteps(taken.block, path));
  const unique = [...new Map(steps.map((one) => [JSON.stringify(one), one])).values()];
  return {
    resource: {
      ...taken.of,
      instances: objectsAt(taken.of, 'instances').map((one) => ({...one, sensitive_attributes: unique})),
    },
    shown: {...taken.shown, sensitive: marked.reduce((mask, path) => withMask(mask, path), taken.shown.sensitive)},
  };
}

const addressOf = (resource: JsonObject): string => `${textAt(resource, 'type')}.${textAt(resource, 'name')}`;
const objectAt = (object: JsonObject, name: string): JsonObject => {
  const value = object[name];
  return isObject(value) ? value : {};
};
const objectsAt = (object: JsonObject, name: string): readonly JsonObject[] => {
  const value = object[name];
  return isList(value) ? value.filter(isObject) : [];
};
