import {shellLine} from '../core/trust/shell-line.ts';
import type {Want} from '../core/trust/want.ts';
import {isSecretReference} from '../core/workspace/mask.ts';
import {canonicalJson} from '../lib/canonical-json.ts';
import {digestOf} from '../lib/digest-of.ts';
import {isMetadataAddress} from '../lib/metadata-address.ts';
import {unreachable} from '../lib/unreachable.ts';
import type {StoreWant} from '../ports/secret-store-descriptor.ts';
import {type DeclaredProvider, declaredProvider} from './declared-provider.ts';
import type {FileOf} from './named-file.ts';
import {digestsOf} from './script-digests.ts';
import type {SecretStore} from './secret-store.ts';

type Provider = NonNullable<SecretStore>['provider'];

/**
 * Returns the abilities that a secret store wants on this machine. The author of a secret store chooses which secrets of the user are
 * read and sent to a cluster. Only files of the project itself need no consent.
 * @param of the name of the store in texts: `the secret store db`
 */
export function storeWants(provider: Provider, of: string, file: FileOf): readonly Want[] {
  const store = declaredProvider(provider);
  if (store === undefined) return [];
  const wants = store.descriptor.wants(store.declared).flatMap((want) => wantOf(want, of, file));
  return asksMetadata(store) ? wants.flatMap((want) => [want, ...metadataWant(want)]) : wants;
}

/** Returns the abilities that one want of a store needs. */
export function wantOf(want: StoreWant, of: string, file: FileOf): readonly Want[] {
  switch (want.ability) {
    case 'variable':
      return [{ability: 'variable', text: `${of} ${want.does}`}];
    case 'file': {
      const {does, path} = want;
      if (path === undefined) return [{ability: 'file', text: `${of} ${does}`}];
      return file(path).isInProject ? [] : [{ability: 'file', text: `${of} ${does} ${path}`}];
    }
    case 'server': {
      const {server, credential, certificates} = want;
      const text = `${of} sends requests to ${server}${trusting(certificates)}, with ${credential}`;
      return [{ability: 'server', text, ...exactOf(certificates, file)}];
    }
    case 'program':
      return [programWant(want, of, file)];
    default:
      return unreachable(want);
  }
}

/** Returns the text that names the CA file of a server. The owner of the CA could impersonate the server, so the user must see it. */
export const trusting = (caFile: string | null | undefined): string => (caFile ? `, trusting ${caFile}` : '');

/** Ties an allowed CA file to its contents: a changed file has to be allowed again. Empty if there is no file. */
export function exactOf(caFile: string | null | undefined, file: FileOf): Pick<Want, 'exact'> {
  const digest = caFile ? file(caFile).digest : undefined;
  return digest === undefined ? {} : {exact: digest};
}

type ProgramWant = Extract<StoreWant, {ability: 'program'}>;

function programWant({command, env = {}}: ProgramWant, of: string, file: FileOf): Want {
  const names = Object.keys(env).toSorted();
  const with_ = names.length === 0 ? '' : `, with ${names.join(', ')}`;
  const exact = {
    // A reference is read from a store that is listed itself. A plain value is not shown, but must not change.
    env: Object.fromEntries(
      Object.entries(env).map(([name, value]) => [name, isSecretReference(value) ? value : digestOf(value)]),
    ),
    files: digestsOf([...command, ...Object.values(env)], file),
  };
  return {ability: 'program', text: `${of} runs ${shellLine(command)}${with_}`, exact: digestOf(canonicalJson(exact))};
}

const asksMetadata = ({descriptor: {fields}, declared}: DeclaredProvider): boolean =>
  Object.entries(fields).some(([name, {type}]) => {
    const value = declared[name];
    return type === 'endpoint' && typeof value === 'string' && isMetadataAddress(value);
  });

const metadataWant = ({ability, text}: Want): readonly Want[] =>
  ability === 'server'
    ? [{ability: 'metadata', text: `${text}, the metadata server from which a cloud gives credentials to its machines`}]
    : [];
