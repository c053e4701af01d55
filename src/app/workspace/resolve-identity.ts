import type {StoreInFile} from '../../config/secret-store.ts';
import type {OidcIdentity, TokenSource} from '../../core/workspace/oidc-identity.ts';
import {type PathPlaces, wholePath} from '../../core/workspace/read-kubeconfig-entry.ts';
import type {Trust} from '../../core/workspace/trust.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import type {FoundWorkspace} from './chosen-workspace.ts';
import {pathPlaces} from './path-places.ts';
import {readReference, valueProblem} from './read-reference.ts';
import type {Via} from './via.ts';

/** The default scopes besides `openid`: the user's identity for RBAC, and a refresh token. */
export const USUAL_SCOPES: readonly string[] = ['email', 'groups', 'offline_access'];

/** The workspace whose identity is resolved, with its client secret. */
export type IdentityRequest = {
  readonly chosen: FoundWorkspace;
  readonly inSpec?: StoreInFile | undefined;
  readonly via: Via;
};

/**
 * Resolves the users' own identity of a workspace; undefined if it has none. Contacts no server except a secret store.
 * @throws GantryError 'context/value'
 */
export async function resolveIdentity(request: IdentityRequest, deps: Deps): Promise<OidcIdentity | undefined> {
  const {chosen} = request;
  const oidc = chosen.workspace.identity?.oidc;
  if (oidc === undefined) return undefined;
  const {issuer, clientId, clientSecret, scopes, redirectPort, caFile, token} = oidc;
  const places = pathPlaces({chosen}, deps);
  const from = tokenSource(chosen, places);
  return {
    issuer,
    clientId,
    ...defined({clientSecret: clientSecret ? await secretOf(clientSecret, request, deps) : undefined}),
    scopes: scopes ?? USUAL_SCOPES,
    redirectPort: redirectPort ?? 0,
    ...defined({caFile: caFile ? path('caFile', caFile, {chosen, places}) : undefined}),
    token: token ?? 'id',
    ...defined({from}),
  };
}

const secretOf = (uri: string, request: IdentityRequest, deps: Deps) =>
  readReference({field: 'identity.oidc.clientSecret', uri, code: 'context/value'}, request, deps);

/** Returns the source of the token: one of three, as the schema of workspace files ensures. */
function tokenSource(chosen: FoundWorkspace, places: PathPlaces): TokenSource | undefined {
  const {tokenFile, tokenEnv, githubAudience} = chosen.workspace.identity?.oidc ?? {};
  if (tokenFile) return {kind: 'file', path: path('tokenFile', tokenFile, {chosen, places})};
  if (tokenEnv) return {kind: 'environment', variable: tokenEnv};
  return githubAudience ? {kind: 'github', audience: githubAudience} : undefined;
}

type Around = {readonly chosen: FoundWorkspace; readonly places: PathPlaces};

function path(field: string, text: string, {chosen, places}: Around): string {
  const whole = wholePath(text, 'workspace', places);
  if ('path' in whole) return whole.path;
  throw valueProblem({
    code: 'context/value',
    workspace: chosen.name,
    field: `identity.oidc.${field}`,
    problem: whole.problem,
  });
}

/** Returns the trust of a workspace in a fetched kubeconfig; undefined if it has no such settings. */
export function trustOf({workspace: {trust}}: Pick<FoundWorkspace, 'workspace'>): Trust | undefined {
  if (!trust) return undefined;
  const {programs, localFiles, insecureTls} = trust;
  return {programs: programs ?? [], localFiles: localFiles ?? false, insecureTls: insecureTls ?? false};
}
