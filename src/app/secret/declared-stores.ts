import {dirname} from 'node:path';
import type {StoreInFile, SecretStore as StoreModel} from '../../config/secret-store.ts';
import {compareNaturally} from '../../lib/compare-naturally.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import {SECRET_STORES} from '../../registry/secret-stores.ts';
import type {FoundWorkspace} from '../workspace/chosen-workspace.ts';

/** The secret stores that a file declares, and what they depend on. */
export type DeclaredStores = {
  /** The owner, for messages: `prod`, `the backend that project.yaml names`. */
  readonly of: string;
  /** `secretStore`. */
  readonly main?: DeclaredStore | undefined;
  /** `secretStores`, by name. */
  readonly named: Readonly<Record<string, DeclaredStore>>;
  /** Present if `main` comes from a spec file. */
  readonly inSpec?: StoreInFile;
  /** The workspace whose provider keys, cluster and trust they may use. */
  readonly chosen?: FoundWorkspace;
};

/** A secret store and where it was declared. */
export type DeclaredStore = {
  readonly store: NonNullable<StoreModel>;
  /** The base of a relative path; absent if there is no file. */
  readonly base?: string;
};

/** Returns the stores of the workspace. The store of a spec file counts if the workspace has none of its own. */
export function workspaceStores(chosen: FoundWorkspace, inSpec?: StoreInFile): DeclaredStores {
  const {workspace, place, file} = chosen;
  const base = place === 'file' ? {base: dirname(file)} : {};
  const main = workspace.secretStore
    ? {store: workspace.secretStore, ...base}
    : inSpec && {store: inSpec.store, base: dirname(inSpec.file)};
  const named = Object.entries(workspace.secretStores ?? {}).map(([name, store]) => [name, {store, ...base}]);
  const brought = workspace.secretStore || inSpec === undefined ? {} : {inSpec};
  return {of: chosen.name, main, ...brought, named: Object.fromEntries(named), chosen};
}

/** The name of `secretStore` in references. */
export const MAIN = 'default';

type NoStore = {readonly because: string; readonly hint: string};

/** Finds the store that a reference names; without a name, `secretStore`. */
export function pickStore(
  {main, named, of, chosen}: DeclaredStores,
  name: string | undefined,
): (DeclaredStore & {readonly name: string}) | NoStore {
  const known = name !== undefined && Object.hasOwn(named, name) ? named[name] : undefined;
  if (name !== undefined && known !== undefined) return {...known, name};
  const owner = chosen === undefined ? of : `the workspace ${of}`;
  const isBuiltIn = chosen?.place === 'built-in';
  if (name === undefined || name === MAIN)
    return main === undefined
      ? {because: `${owner} has no secret store`, hint: howToWrite(isBuiltIn ? undefined : owner, Object.keys(named))}
      : {...main, name: MAIN};
  const names = [...(main === undefined ? [] : [MAIN]), ...Object.keys(named)].toSorted(compareNaturally);
  const nearest = didYouMean(name, names);
  const hint =
    nearest === undefined
      ? `There are: ${names.join(', ') || 'none'}.`
      : `Did you mean \`${nearest}\`? There are: ${names.join(', ')}.`;
  return {because: `${owner} has no secret store ${name}`, hint};
}

/** Examples of kinds that contact no server. */
const [first, ...others] = SECRET_STORES.filter(({isNear}) => isNear).map(({kind, example}) => `${kind}: ${example}`);

const SETTING = `\`secretStore: {provider: {${first}}}\` (or ${others.map((one) => `\`${one}\``).join(' or ')})`;

/** @param owner undefined for the built-in workspace, which has no file */
function howToWrite(owner: string | undefined, named: readonly string[]): string {
  if (owner === undefined)
    return `Create workspaces/NAME.yaml with \`name: NAME\`, \`context: {cluster: sandbox}\` and ${SETTING}. Then pass -w NAME.`;
  return named.length === 0
    ? `Write ${SETTING} in ${owner}.`
    : `Name one of its other stores (ref://STORE@NAME): ${named.toSorted(compareNaturally).join(', ')}; or write \`secretStore\` in ${owner}.`;
}
