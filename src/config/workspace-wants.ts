import type {Json, JsonObject} from '../core/json.ts';
import {shellLine} from '../core/trust/shell-line.ts';
import type {Want} from '../core/trust/want.ts';
import {isProviderKey} from '../core/workspace/context-keys.ts';
import {isMetadataAddress} from '../lib/metadata-address.ts';
import {contextWants} from './context-wants.ts';
import {modulePlace, shownPlace} from './module-place.ts';
import type {FileOf} from './named-file.ts';
import {providerWants} from './provider-wants.ts';
import {exactOf, storeWants, trusting} from './store-wants.ts';
import {variableWants} from './variable-wants.ts';
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
  const {secretStore, secretStores, charts, identity, trust, modules, context, env, providers} = workspace;
  const stores = [
    ...(secretStore ? [{of: 'the secret store', store: secretStore}] : []),
    ...Object.entries(secretStores ?? {}).map(([name, store]) => ({of: `the secret store ${name}`, store})),
  ];
  return [
    ...stores.flatMap(({of, store}) => storeWants(store.provider, of, file)),
    ...chartWants(charts, file),
    ...identityWants(identity, file),
    ...trustWants(trust),
    ...moduleWants(trust, modules),
    ...contextWants(context ?? {}, file),
    ...providerWants(providers, file),
    ...variableWants({...upperCase(context ?? {}), ...env}, prefix, file),
  ];
}

/** Returns the wants of the credentials for charts: they send secrets to servers, or trust the authority of a server. */
function chartWants(charts: WorkspaceFile['charts'], file: FileOf): readonly Want[] {
  return Object.entries(charts?.credentials ?? {}).flatMap(([address, {password, caFile, tokenServer}]) => {
    const servers = [address, tokenServer].filter((server) => typeof server === 'string');
    const login = password ? `, with ${password}` : '';
    const text = `fetches charts from ${servers.join(' and ')}${trusting(caFile)}${login}`;
    const want: Want = {ability: 'server', text, ...exactOf(caFile, file)};
    return servers.some(isMetadataAddress) ? [want, {ability: 'metadata', text}] : [want];
  });
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

/** Returns the wants of published modules. A module that `trust` does not name never runs. */
function moduleWants(trust: WorkspaceFile['trust'], modules: WorkspaceFile['modules']): readonly Want[] {
  return (trust?.modules ?? []).flatMap((name): readonly Want[] => {
    // The schema of workspace files has already checked that the value is JSON.
    const module = Object.hasOwn(modules ?? {}, name) ? (modules?.[name] as unknown as Json) : undefined;
    const place = modulePlace(module);
    return place === undefined ? [] : [{ability: 'program', text: `runs the module ${name} of ${shownPlace(place)}`}];
  });
}

const upperCase = (context: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(context).filter(([key]) => isProviderKey(key)));
