import {z} from 'zod';
import {HttpsAddress} from './https-address.ts';
import {SecretReference} from './secret-reference.ts';

const text = (description: string) => z.string().min(1).meta({description});

const Oidc = z.strictObject({
  issuer: HttpsAddress.meta({description: 'The issuer whose tokens the cluster trusts: its --oidc-issuer-url.'}),
  clientId: text('The client id that Gantry uses: the --oidc-client-id of the cluster.'),
  clientSecret: SecretReference.nullish().meta({description: 'The secret of the client, if it has one.'}),
  scopes: z
    .array(text('A scope.'))
    .nullish()
    .meta({description: 'The scopes besides openid; default: email, groups, offline_access.'}),
  redirectPort: z
    .int()
    .min(0)
    .max(65535)
    .nullish()
    .meta({description: 'The port of http://127.0.0.1:PORT/callback. Default: any free port.'}),
  caFile: text(
    'A file of PEM certificates to trust besides those of the system. A relative path starts at this file.',
  ).nullish(),
  token: z.enum(['id', 'access']).nullish().meta({description: 'The token that is sent to the cluster. Default: id.'}),
  tokenFile: text('For pipelines: a file with a token. A relative path starts at this file.').nullish(),
  tokenEnv: text('For pipelines: the environment variable that holds a token.').nullish(),
  githubAudience: text('For GitHub Actions: the audience of the job token that is requested.').nullish(),
});

/** The schema of the user's identity in the cluster. With it, the kubeconfig provides only the server and its CA. */
export const Identity = z
  .strictObject({oidc: Oidc.meta({description: 'The OpenID Connect provider that the cluster trusts.'})})
  .nullish()
  .meta({
    description: "The user's own identity, by OpenID Connect. The kubeconfig then provides only the server and its CA.",
  });
/** The checked `identity` of a workspace. */
export type Identity = z.infer<typeof Identity>;
