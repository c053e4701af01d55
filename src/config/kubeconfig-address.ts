import {z} from 'zod';
import {BUCKET_NAME} from '../core/backend/bucket-names.ts';
import {readAddress} from '../core/workspace/kubeconfig-address.ts';
import {HttpsAddress} from './https-address.ts';
import {Namespace} from './names.ts';
import {SecretReference} from './secret-reference.ts';

/** What is wrong with an address that a kubeconfig is fetched from, if anything. */
export function addressProblem(address: string, scheme: string): string | undefined {
  if (scheme === 'ref') return 'is a secret: put it into `kubeconfig_content`';
  if (scheme === 's3') {
    const [, bucket = '', key = ''] = /^s3:\/\/([^/?]*)\/?([^?]*)/i.exec(address) ?? [];
    if (!BUCKET_NAME.test(bucket)) return `names no bucket: s3://BUCKET/KEY`;
    if (key === '') return 'names no object in the bucket: s3://BUCKET/KEY';
    const read = readAddress(address);
    return 'problem' in read ? `is wrong: ${read.problem}` : undefined;
  }
  if (scheme !== 'https' && scheme !== 'http')
    return `begins with ${scheme}://: a kubeconfig is fetched from https://… or s3://…`;
  return HttpsAddress.safeParse(address).error?.issues[0]?.message;
}

const text = (description: string) => z.string().min(1).meta({description});

/** A kubeconfig that is fetched, where there is more to say than its address. */
export const KubeconfigAddress = z
  .strictObject({
    url: text('https://… or s3://BUCKET/KEY'),
    caFile: text(
      'PEM certificates to trust besides those of the system; a relative path starts at this file.',
    ).nullish(),
    bearer: SecretReference.nullish().meta({description: 'A token for the server, as a reference to a secret.'}),
    basic: z
      .strictObject({username: z.string().meta({description: 'The name of the user.'}), password: SecretReference})
      .nullish()
      .meta({description: 'A login for the server.'}),
    region: text('Of the bucket; default: AWS_REGION.').nullish(),
    endpoint: HttpsAddress.nullish().meta({description: 'Another server than Amazon’s.'}),
    pathStyle: z
      .boolean()
      .nullish()
      .meta({description: 'https://host/bucket/key in place of https://bucket.host/key.'}),
    versionId: text('Of the object; default: the newest.').nullish(),
  })
  .superRefine(({url, bearer, basic, ...more}, context) => {
    const report = (path: string, message: string) => context.addIssue({code: 'custom', path: [path], message});
    const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(url)?.[1]?.toLowerCase();
    const problem = scheme === undefined ? 'is not an address: https://… or s3://…' : addressProblem(url, scheme);
    if (problem !== undefined) report('url', problem);
    if (bearer && basic) report('basic', 'excludes `bearer`: one login is enough');
    const wrong = scheme === 's3' ? {bearer, basic} : {...more, caFile: undefined};
    for (const [name, value] of Object.entries(wrong))
      if (value !== undefined && value !== null) report(name, `does not belong to ${scheme}:// addresses`);
  });
/** A kubeconfig that is fetched by its address. */
export type KubeconfigAddress = z.infer<typeof KubeconfigAddress>;

/** A Secret that holds a kubeconfig, in the cluster of another workspace. */
export const KubeconfigSecret = z.strictObject({
  name: text('Of the Secret.'),
  namespace: Namespace.meta({description: 'Of the Secret.'}),
  key: text('Where in the Secret; default: `value`, else `value.yaml`.').nullish(),
  workspace: text('The workspace whose cluster has the Secret: a name, or a file.'),
});
/** The Secret of another cluster that holds a kubeconfig. */
export type KubeconfigSecret = z.infer<typeof KubeconfigSecret>;
