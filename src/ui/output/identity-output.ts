import {z} from 'zod';
import {FormatVersion} from '../../config/documents/parts.ts';

const From = z
  .enum(['-w', 'GANTRY_WORKSPACE', 'stack.yaml', 'switch'])
  .meta({description: 'What named the workspace.'});

const KeptLogin = z.strictObject({
  issuer: z.string(),
  clientId: z.string(),
  subject: z.string(),
  name: z.exactOptional(z.string()),
  since: z.string().meta({description: 'When the person logged in.'}),
  until: z.exactOptional(z.string()).meta({description: 'When its token ends.'}),
  renewable: z.boolean().meta({description: 'A new token can be had without the person.'}),
});

/** What `login -o json` writes. */
export const LoginOutput = z
  .strictObject({formatVersion: FormatVersion, workspace: z.string(), from: From, login: KeptLogin})
  .meta({title: 'Gantry login'});

/** What `logout -o json` writes. */
export const LogoutOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    workspace: z.exactOptional(z.string()),
    logins: z.array(
      z.strictObject({
        issuer: z.string(),
        clientId: z.string(),
        subject: z.string(),
        revoked: z.boolean().meta({description: 'The provider takes its tokens no longer.'}),
        because: z.exactOptional(z.string()).meta({description: 'Why not.'}),
        endSession: z.exactOptional(z.string()).meta({description: "Where the browser's own session is ended."}),
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

/** What `whoami -o json` writes. */
export const WhoAmIOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    workspace: z.string(),
    from: From,
    server: z.string(),
    source: z.string().meta({description: 'What led to the kubeconfig.'}),
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
      .meta({description: "By the cluster's own word; absent where it does not say."}),
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

/** What `can-i -o json` writes. */
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
    problem: z.exactOptional(z.string()).meta({description: 'An authorizer failed: a no may be none.'}),
    remarks: z.array(z.string()),
  })
  .meta({title: 'Gantry can-i'});

/** What `can-i --list -o json` writes. */
export const RightsOutput = z
  .strictObject({
    ...about,
    namespace: z.string(),
    resources: z.array(
      z.strictObject({
        verbs: z.array(z.string()),
        groups: z.array(z.string()),
        resources: z.array(z.string()),
        names: z.array(z.string()).meta({description: 'Empty: all.'}),
      }),
    ),
    paths: z.array(z.strictObject({verbs: z.array(z.string()), paths: z.array(z.string())})),
    incomplete: z.boolean().meta({description: 'There may be more.'}),
    problem: z.exactOptional(z.string()),
  })
  .meta({title: 'Gantry can-i --list'});
