import {z} from 'zod';
import {HttpsAddress} from './https-address.ts';
import {SecretReference} from './secret-reference.ts';

const text = (description: string) => z.string().min(1).meta({description});

const Oidc = z.strictObject({
  issuer: HttpsAddress.meta({description: 'Whose tokens the cluster trusts: its --oidc-issuer-url.'}),
  clientId: text('The client that Gantry is: the --oidc-client-id of the cluster.'),
  clientSecret: SecretReference.nullish().meta({description: 'Only for a client that has one.'}),
  scopes: z
    .array(text('A scope.'))
    .nullish()
    .meta({description: 'Besides openid; default: email, groups, offline_access.'}),
  redirectPort: z
    .int()
    .min(0)
    .max(65535)
    .nullish()
    .meta({description: 'Of http://127.0.0.1:PORT/callback; default: any free port.'}),
  caFile: text('PEM certificates to trust besides those of the system; a relative path starts at this file.').nullish(),
  token: z.enum(['id', 'access']).nullish().meta({description: 'Which one the cluster is shown; default: id.'}),
  tokenFile: text('For pipelines: a file with a token; a relative path starts at this file.').nullish(),
  tokenEnv: text('For pipelines: the variable that holds a token.').nullish(),
  githubAudience: text('For GitHub Actions: a token of the job for this audience.').nullish(),
});

/** Who the user is to the cluster; then the kubeconfig gives server and CA only. */
export const Identity = z
  .strictObject({oidc: Oidc.meta({description: 'The OpenID Connect provider that the cluster trusts.'})})
  .nullish()
  .meta({description: "The user's own identity, by OpenID Connect; the kubeconfig then gives server and CA only."});
/** The `identity` of a workspace: how to log in to its cluster. */
export type Identity = z.infer<typeof Identity>;
