import {z} from 'zod';
import {FormatVersion} from '../../config/documents/parts.ts';

const From = z
  .enum(['-w', 'GANTRY_WORKSPACE', 'stack.yaml', 'switch'])
  .meta({description: 'The source that named the workspace.'});

const KeptLogin = z.strictObject({
  issuer: z.string(),
  clientId: z.string(),
  subject: z.string(),
  name: z.exactOptional(z.string()),
  since: z.string().meta({description: 'The time of the login.'}),
  until: z.exactOptional(z.string()).meta({description: 'The expiry of its token.'}),
  renewable: z.boolean().meta({description: 'True if the token can be renewed without a new login.'}),
});

/** The document that `login -o json` writes. */
export const LoginOutput = z
  .strictObject({formatVersion: FormatVersion, workspace: z.string(), from: From, login: KeptLogin})
  .meta({title: 'Gantry login'});

/** The document that `logout -o json` writes. */
export const LogoutOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    workspace: z.exactOptional(z.string()),
    logins: z.array(
      z.strictObject({
        issuer: z.string(),
        clientId: z.string(),
        subject: z.string(),
        revoked: z.boolean().meta({description: 'True if the provider has revoked its tokens.'}),
        because: z.exactOptional(z.string()).meta({description: 'The reason why it was not revoked.'}),
        endSession: z.exactOptional(z.string()).meta({description: 'The address that ends the browser session.'}),
      }),
    ),
  })
  .meta({title: 'Gantry logout'});

const Token = z.discriminatedUnion('kind', [
  z.strictObject({kind: z.literal('login'), login: z.exactOptional(KeptLogin)}),
  z.strictObject({kind: z.literal('file'), path: z.string()}),
  z.strictObject({kind: z.literal('environment'), variable: z.string()}),
  z.strictObject({kind: z.literal('github'), audience: z.string()}),
]);

/** The document that `whoami -o json` writes. */
export const WhoAmIOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    workspace: z.string(),
    from: From,
    server: z.string(),
    source: z.string().meta({description: 'The source of the kubeconfig.'}),
    kubeconfigUser: z.exactOptional(z.string()),
    user: z
      .exactOptional(
        z.strictObject({
          username: z.string(),
          uid: z.exactOptional(z.string()),
          groups: z.array(z.string()),
          extra: z.record(z.string(), z.array(z.string())),
        }),
      )
      .meta({description: 'The identity as the cluster reports it. Absent if it does not report one.'}),
    credentials: z.array(
      z.strictObject({
        kind: z.enum(['certificate', 'token', 'password']),
        until: z.exactOptional(z.string()),
        issuer: z.exactOptional(z.string()),
        subject: z.exactOptional(z.string()),
        audience: z.exactOptional(z.array(z.string())),
        username: z.exactOptional(z.string()),
      }),
    ),
    impersonates: z.exactOptional(z.string()),
    identity: z.exactOptional(z.strictObject({issuer: z.string(), clientId: z.string(), token: Token})),
  })
  .meta({title: 'Gantry whoami'});

const about = {formatVersion: FormatVersion, workspace: z.string(), server: z.string()};

/** The document that `can-i -o json` writes. */
export const CanIOutput = z
  .strictObject({
    ...about,
    asked: z.union([
      z.strictObject({
        verb: z.string(),
        group: z.string(),
        resource: z.string(),
        subresource: z.exactOptional(z.string()),
        name: z.exactOptional(z.string()),
        namespace: z.exactOptional(z.string()),
      }),
      z.strictObject({verb: z.string(), path: z.string()}),
    ]),
    allowed: z.boolean(),
    reason: z.exactOptional(z.string()),
    problem: z.exactOptional(z.string()).meta({description: 'An authorizer failed, so a denial may be wrong.'}),
    remarks: z.array(z.string()),
  })
  .meta({title: 'Gantry can-i'});

/** The document that `can-i --list -o json` writes. */
export const PermissionsOutput = z
  .strictObject({
    ...about,
    namespace: z.string(),
    resources: z.array(
      z.strictObject({
        verbs: z.array(z.string()),
        groups: z.array(z.string()),
        resources: z.array(z.string()),
        names: z.array(z.string()).meta({description: 'The names. Empty for all.'}),
      }),
    ),
    paths: z.array(z.strictObject({verbs: z.array(z.string()), paths: z.array(z.string())})),
    incomplete: z.boolean().meta({description: 'True if the list may be incomplete.'}),
    problem: z.exactOptional(z.string()),
  })
  .meta({title: 'Gantry can-i --list'});
