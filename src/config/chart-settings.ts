import {z} from 'zod';
import {httpsProblem} from '../core/workspace/https-problem.ts';
import {HttpsAddress} from './https-address.ts';
import {SecretReference} from './secret-reference.ts';

const Credential = z
  .strictObject({
    username: z.string().min(1).nullish().meta({description: 'The name of the user, or a reference to it.'}),
    password: SecretReference.nullish().meta({description: 'A reference to the password or the token: `ref://NAME`.'}),
    caFile: z.string().min(1).nullish().meta({
      description: 'PEM certificates to trust besides those of the system. A relative path starts at this file.',
    }),
    tokenServer: HttpsAddress.nullish().meta({
      description:
        'Another server that may receive the login of an OCI registry, if the registry requests it: `https://auth.example.com`.',
    }),
  })
  .superRefine(({username, password, caFile}, context) => {
    const message = (password ?? caFile) ? '`username` needs `password`' : 'must have `password` or `caFile`';
    if (!password && (username || !caFile)) context.addIssue({code: 'custom', message});
  })
  .meta({description: 'The credentials of a server.'});
/** The credentials for one server. */
export type ChartCredential = z.infer<typeof Credential>;

const Address = z.string().superRefine((text, context) => {
  const problem = problemOf(text);
  if (problem !== undefined) context.addIssue({code: 'custom', message: problem});
});

function problemOf(text: string): string | undefined {
  const url = URL.parse(text);
  if (holdsPassword(text)) return undefined;
  if (url === null || url.search !== '' || url.hash !== '') return 'is not an address without query and fragment';
  if (url.protocol !== 'oci:') return httpsProblem(text);
  return url.host === '' ? 'is not an address: oci://HOST/PATH' : undefined;
}

const holdsPassword = (text: string): boolean => /^[^/]*\/\/[^/?#]*@/.test(text);

/** Addresses with their credentials. The message about a password does not quote the address, as others do. */
const Credentials = z.record(Address, Credential).superRefine((credentials, context) => {
  const message = 'an address contains a user or a password: remove them from the address';
  if (Object.keys(credentials).some(holdsPassword)) context.addIssue({code: 'custom', message});
});

/** The schema of the settings for charts and other sources that are fetched from servers. */
export const ChartSettings = z
  .strictObject({
    credentials: Credentials.nullish().meta({
      description:
        'The credentials of servers, by the beginning of their addresses: `https://charts.example.com/stable`, `oci://registry.example.com`. They are sent only to addresses below.',
    }),
  })
  .nullish()
  .meta({description: 'Settings for fetched charts and other fetched sources.'});
/** The checked `charts` of a workspace. */
export type ChartSettings = z.infer<typeof ChartSettings>;
