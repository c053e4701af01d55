import type {DeclaredField} from '../../../ports/declared-field.ts';
import type {StoreResolveDeps, StoreWant} from '../../../ports/secret-store-descriptor.ts';
import type {VaultAuth} from './vault-server.ts';

/** The login method. Exactly one member is set. */
export type Auth = {
  readonly token?: string;
  readonly appRole?: {readonly roleId: string; readonly secretId: string; readonly mount?: string};
  readonly kubernetes?: {readonly role: string; readonly mount?: string; readonly tokenFile?: string};
  readonly jwt?: {
    readonly role: string;
    readonly mount?: string;
    readonly token?: string;
    readonly tokenFile?: string;
  };
};

const ROLE: DeclaredField = {type: 'text', required: true, description: 'The role.'};
const mount = (usual: string): DeclaredField => ({
  type: 'text',
  description: `Where this method is enabled; default: ${usual}.`,
});

/** The fields of a login. */
export const AUTH = {
  type: 'mapping',
  description: 'How to log in; default: VAULT_TOKEN, or the token that `vault login` has left.',
  fields: {
    token: {type: 'reference'},
    appRole: {
      type: 'mapping',
      description: 'Log in by AppRole.',
      fields: {
        roleId: {type: 'text', required: true, description: 'The role, or a reference to it.'},
        secretId: {type: 'reference', required: true},
        mount: mount('approle'),
      },
    },
    kubernetes: {
      type: 'mapping',
      description: 'Log in by the Kubernetes auth method.',
      fields: {
        role: ROLE,
        mount: mount('kubernetes'),
        tokenFile: {type: 'path', description: "A token; default: that of the pod's service account"},
      },
    },
    jwt: {
      type: 'mapping',
      description: 'Log in by JWT.',
      fields: {
        role: ROLE,
        mount: mount('jwt'),
        token: {type: 'reference'},
        tokenFile: {type: 'path', description: 'A token'},
      },
      exactlyOne: {
        of: ['token', 'tokenFile'],
        error: 'a login by JWT needs a `token` or a `tokenFile`, but not both',
      },
    },
  },
  exactlyOne: {
    of: ['token', 'appRole', 'kubernetes', 'jwt'],
    error: 'set exactly one login method: `token`, `appRole`, `kubernetes` or `jwt`',
  },
} as const satisfies DeclaredField;

/** A Vault server, and the login to it. */
export type DeclaredServer = {
  readonly server: string;
  readonly namespace?: string | undefined;
  readonly caFile?: string | undefined;
  readonly auth?: Auth | undefined;
};

type ResolveDeps = Pick<StoreResolveDeps, 'place' | 'secret'>;

/** Returns what a login to a Vault server uses on this machine. */
export function serverWants({
  server,
  auth = {},
  namespace,
  caFile: certificates,
}: DeclaredServer): readonly StoreWant[] {
  const path = auth.jwt?.tokenFile ?? auth.kubernetes?.tokenFile;
  return [
    {
      ability: 'server',
      server: `${server}${namespace ? ` (namespace ${namespace})` : ''}`,
      credential: credentialOf(auth),
      certificates,
    },
    ...(path ? [{ability: 'file', does: `sends to ${server} the file`, path} as const] : []),
  ];
}

function credentialOf({token, appRole, kubernetes, jwt}: Auth): string {
  if (token) return `the token ${token}`;
  if (appRole) return `the role ${appRole.roleId} and its secret ${appRole.secretId}`;
  if (kubernetes) return `the token of the pod, as ${kubernetes.role}`;
  return jwt
    ? `a token${jwt.token ? ` ${jwt.token}` : ''}, as ${jwt.role}`
    : 'VAULT_TOKEN, or the token of `vault login`';
}

/** Reads the secrets of a login. Its paths become absolute. */
export async function resolveAuth({token, appRole, kubernetes, jwt}: Auth, deps: ResolveDeps): Promise<VaultAuth> {
  const {secret} = deps;
  const placeOf = (path: string | undefined) => (path === undefined ? undefined : deps.place(path));
  if (token !== undefined) return {method: 'token', token: await secret(token)};
  if (appRole !== undefined) {
    const [roleId, secretId] = [await secret(appRole.roleId), await secret(appRole.secretId)];
    return {method: 'appRole', mount: appRole.mount ?? 'approle', roleId, secretId};
  }
  if (kubernetes !== undefined) {
    const {role, mount = 'kubernetes', tokenFile} = kubernetes;
    return {method: 'kubernetes', mount, role, tokenFile: placeOf(tokenFile)};
  }
  if (jwt === undefined) return {method: 'environment'};
  const {role, mount = 'jwt', tokenFile} = jwt;
  const given = jwt.token === undefined ? undefined : await secret(jwt.token);
  return {method: 'jwt', mount, role, token: given, tokenFile: placeOf(tokenFile)};
}
