import {isObject, type Json, type JsonObject} from '../core/json.ts';
import {shellLine} from '../core/trust/shell-line.ts';
import {sha256, type Want} from '../core/trust/want.ts';
import {entriesOf, isProviderKey, KUBECONFIG_KEYS} from '../core/workspace/context-keys.ts';
import {isSecretName, isSecretReference, MASK, maskedAddress, maskedText} from '../core/workspace/mask.ts';
import {otherVariablesIn} from '../core/workspace/path-variables.ts';
import {isPlainVariable} from '../core/workspace/plain-variables.ts';
import {schemeOf} from '../core/workspace/scheme-of.ts';
import {canonicalJson} from '../lib/canonical-json.ts';
import {isMetadataAddress} from '../lib/metadata-address.ts';
import type {PlaceWant} from '../ports/kubeconfig-place-descriptor.ts';
import {placeOfAddress, placeOfKey} from './kubeconfig-places.ts';
import type {FileOf} from './named-file.ts';
import {digestsOf} from './script-digests.ts';
import {exactOf, storeWants, trusting} from './store-wants.ts';
import type {WorkspaceFile} from './workspace-file.ts';

/** A workspace whose wants are compared with the user's consents. */
export type WantingWorkspace = {
  readonly workspace: WorkspaceFile;
  readonly file: FileOf;
  /** The prefix of variables that belong to the project: `SHOP_` for the project shop. */
  readonly prefix?: string | undefined;
};

/**
 * Returns everything that a workspace wants on this machine beyond the default: running programs, reading files of the user, and sending
 * credentials to servers. The kubeconfig that it contains or names is not opened here.
 */
export function workspaceWants({workspace, file, prefix}: WantingWorkspace): readonly Want[] {
  const {secretStore, secretStores, identity, trust, context, env} = workspace;
  const stores = [
    ...(secretStore ? [{of: 'the secret store', store: secretStore}] : []),
    ...Object.entries(secretStores ?? {}).map(([name, store]) => ({of: `the secret store ${name}`, store})),
  ];
  return [
    ...stores.flatMap(({of, store}) => storeWants(store.provider, of, file)),
    ...identityWants(identity, file),
    ...trustWants(trust),
    ...contextWants(context ?? {}, file),
    ...variableWants({...upperCase(context ?? {}), ...env}, prefix, file),
  ];
}

function identityWants(identity: WorkspaceFile['identity'], file: FileOf): readonly Want[] {
  const oidc = identity?.oidc;
  if (!oidc) return [];
  const {issuer, clientId, tokenFile, tokenEnv, githubAudience, clientSecret, caFile} = oidc;
  const login = `logs in at ${issuer}${trusting(caFile)} as a user of ${clientId}${clientSecret ? ` (with ${clientSecret})` : ''}, and shows the cluster that token`;
  return [
    {ability: 'server', text: login, ...exactOf(caFile, file)},
    ...(isMetadataAddress(issuer) ? [{ability: 'metadata', text: `requests a login from ${issuer}`} as const] : []),
    ...(tokenFile && !file(tokenFile).isInProject
      ? [{ability: 'file', text: `shows the cluster the token in ${tokenFile}`} as const]
      : []),
    ...(tokenEnv ? [{ability: 'variable', text: `shows the cluster the token in ${tokenEnv}`} as const] : []),
    ...(githubAudience
      ? [{ability: 'variable', text: `shows the cluster a token of the GitHub job for ${githubAudience}`} as const]
      : []),
  ];
}

/** Returns the wants of `trust`: in a workspace that others wrote, it needs the user's consent. */
function trustWants(trust: WorkspaceFile['trust']): readonly Want[] {
  if (!trust) return [];
  const {programs, localFiles, insecureTls} = trust;
  const named =
    programs === 'all'
      ? 'any program'
      : (programs ?? []).map((one) => (typeof one === 'string' ? one : shellLine(one))).join(', ');
  return [
    ...(named === '' ? [] : [{ability: 'program', text: `lets a fetched kubeconfig run ${named}`} as const]),
    ...(localFiles ? [{ability: 'file', text: 'lets a fetched kubeconfig read files of this machine'} as const] : []),
    ...(insecureTls
      ? [{ability: 'insecureTls', text: 'lets a fetched kubeconfig skip the verification of its server'} as const]
      : []),
  ];
}

/** Returns the wants of a context: the places that the kubeconfig is fetched from, which decide which cluster is used. */
export const contextWants = (context: JsonObject, file: FileOf): readonly Want[] =>
  KUBECONFIG_KEYS.flatMap((key) => {
    const value = entriesOf(context, key)[0]?.value;
    const own = placeOfKey(key);
    if (own !== undefined) return isObject(value) ? placeWants(own.wants(value, ''), file) : [];
    return key === 'kubeconfig_path' ? addressWants(value, file) : [];
  });

function addressWants(path: Json | undefined, file: FileOf): readonly Want[] {
  const {url, ...members}: JsonObject = isObject(path) ? path : {url: path ?? null};
  if (typeof url !== 'string') return [];
  if (schemeOf(url) === undefined) return pathWants(url);
  const does = `fetches its kubeconfig from ${maskedAddress(url)}`;
  return placeWants(placeOfAddress(url)?.wants(members, url) ?? {does}, file);
}

function placeWants({does, credential, certificates, asks}: PlaceWant, file: FileOf): readonly Want[] {
  const text = `${does}${trusting(certificates)}${credential === undefined ? '' : `, with ${credential}`}`;
  return [
    {ability: 'server', text, ...exactOf(certificates, file)},
    ...(asks !== undefined && isMetadataAddress(asks) ? [{ability: 'metadata', text} as const] : []),
  ];
}

const pathWants = (path: string): readonly Want[] =>
  otherVariablesIn(path).map((name) => ({
    ability: 'variable',
    text: `uses the environment variable ${name} in the path of its kubeconfig, which messages show`,
  }));

const upperCase = (context: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(context).filter(([key]) => isProviderKey(key)));

/** Returns a want for each variable whose effect on the user's programs is not known. */
function variableWants(variables: JsonObject, prefix: string | undefined, file: FileOf): readonly Want[] {
  const others = Object.entries(variables).filter(([name]) => !isPlainVariable(name, prefix));
  return others.map(([name, value]) => {
    const does = 'for the programs and libraries that run in it';
    if (typeof value === 'string' && isSecretReference(value))
      return {ability: 'program', text: `sets ${name} ${does} (${value})`};
    // The value is shown, because the user must see whether it names a program, a file or a server.
    const shown = isSecretName(name) ? MASK : maskedText(name, value);
    const to = shown === MASK ? '' : ` to ${shown}`;
    // A file of the project in the value (`AWS_CONFIG_FILE`) may name a program, so the consent covers the file's content.
    const files = typeof value === 'string' ? digestsOf([value], file) : [];
    const exact = sha256(canonicalJson(files.length === 0 ? value : {value, files}));
    return {ability: 'program', text: `sets ${name}${to} ${does}`, exact};
  });
}
