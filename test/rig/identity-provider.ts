import {generateKeyPairSync, randomUUID} from 'node:crypto';
import {once} from 'node:events';
import {writeFile} from 'node:fs/promises';
import {createServer} from 'node:https';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {type ClientMetadata, type KoaContextWithOIDC, Provider} from 'oidc-provider';
import {createAuthority, issueLeaf} from '../controlplane/certificate.ts';

export type IdentityProvider = {
  readonly issuer: string;
  /** PEM, and the same in a file. */
  readonly ca: string;
  readonly caFile: string;
  /** How long tokens last from now on, in seconds; 300 at the start. */
  lifetime: number;
  /** Which grants it gave: `authorization_code`, `refresh_token`, … */
  readonly grants: string[];
  readonly stop: () => Promise<void>;
};

/** A public client, as a command-line program is one, and one with a secret. */
export const [CLIENT, SECRET_CLIENT, SECRET] = ['gantry', 'gantry-server', 'the-client-secret'] as const;

const grantTypes = ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'];
const client = (more: Partial<ClientMetadata> & {client_id: string}): ClientMetadata => ({
  application_type: 'native',
  redirect_uris: ['http://127.0.0.1/callback'],
  response_types: ['code'],
  grant_types: grantTypes,
  ...more,
});

/**
 * A real provider of identities (oidc-provider) on loopback with TLS and an authority of its own. Everybody may log in under any
 * name; `NAME+GROUP` is in that group. Refresh tokens are good once: who shows one again loses the login.
 */
export async function startIdentityProvider(directory: string): Promise<IdentityProvider> {
  const authority = createAuthority();
  const server = createServer(issueLeaf(authority, {name: 'id', server: {dns: ['localhost'], ips: ['127.0.0.1']}}));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const caFile = join(directory, `identity-ca-${randomUUID()}.pem`);
  await writeFile(caFile, authority.cert);
  const self: IdentityProvider = {
    issuer,
    ca: authority.cert,
    caFile,
    lifetime: 300,
    grants: [],
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  const provider = new Provider(issuer, {
    clients: [
      client({client_id: CLIENT, token_endpoint_auth_method: 'none'}),
      client({client_id: SECRET_CLIENT, client_secret: SECRET}),
    ],
    jwks: {
      keys: [
        {...generateKeyPairSync('rsa', {modulusLength: 2048}).privateKey.export({format: 'jwk'}), kid: randomUUID()},
      ],
    },
    cookies: {keys: [randomUUID()]},
    claims: {openid: ['sub'], email: ['email', 'email_verified'], groups: ['groups']},
    // The claims are to stand in the ID token, which is all that a cluster sees.
    conformIdTokenClaims: false,
    findAccount: async (_, id) => ({accountId: id, claims: async () => claimsOf(id)}),
    features: {deviceFlow: {enabled: true}, revocation: {enabled: true}},
    // As most providers do, without a question for the scope offline_access.
    issueRefreshToken: async (_, asking) => asking.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    ttl: {IdToken: () => self.lifetime, AccessToken: () => self.lifetime},
  });
  provider.on('grant.success', (context: KoaContextWithOIDC) => {
    self.grants.push(String(context.oidc.params?.['grant_type']));
  });
  // Whoever polls for a device need not wait five seconds in a test.
  provider.use(async (context, next) => {
    await next();
    if (context.path === '/device/auth' && typeof context.body === 'object')
      Object.assign(context.body ?? {}, {interval: 1});
  });
  const answer = provider.callback();
  server.on('request', (request, response) => void answer(request, response));
  return self;
}

function claimsOf(id: string): {readonly sub: string; readonly [claim: string]: unknown} {
  const [name = id, ...groups] = id.split('+');
  return {sub: id, email: `${name}@example.com`, email_verified: true, groups};
}
