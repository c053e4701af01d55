import {PROOF_PREFIX, rootsWith} from '../../../core/backend/access-rules.ts';
import type {JsonObject} from '../../../core/json.ts';
import {defined} from '../../../lib/defined.ts';
import type {GrantRequest, Grants} from '../../../ports/backend-access.ts';
import type {Bucket} from './s3-config.ts';

/** Returns a bucket policy; without users, a policy for a user or a role of IAM. */
export function bucketPolicy(
  {bucket, prefix, region, encryption}: Bucket,
  {name, rules, subjects}: GrantRequest,
): Grants {
  const arn = `arn:${partitionOf(region)}`;
  const root = prefix === undefined ? '' : `${literal(prefix)}/`;
  const below = (roots: readonly string[]): readonly string[] =>
    roots.map((one) => `${arn}:s3:::${bucket}/${root}${one}*`);
  const isWriter = rootsWith(rules, 'write', 'delete').length > 0;
  // A writer tests the bucket by an object of its own first.
  const proof = isWriter ? [PROOF_PREFIX] : [];
  const allow = (action: string, resource: readonly string[]): readonly JsonObject[] =>
    resource.length === 0
      ? []
      : [
          {
            Sid: `${camelCase(name)}${action.replace(/^.*:/, '')}`,
            Effect: 'Allow',
            ...defined({Principal: subjects.length === 0 ? undefined : {AWS: subjects}}),
            Action: action,
            Resource: resource,
          },
        ];
  return {
    form: 'policy',
    policy: {
      Version: '2012-10-17',
      Statement: [
        // No condition on the prefix: with one, S3 answers "denied" for an object that does not exist.
        ...allow('s3:ListBucket', [`${arn}:s3:::${bucket}`]),
        ...allow('s3:GetObject', below([...rootsWith(rules, 'read'), ...proof])),
        ...allow('s3:PutObject', below([...rootsWith(rules, 'write'), ...proof])),
        ...allow('s3:DeleteObject', below([...rootsWith(rules, 'delete'), ...proof])),
        ...(subjects.length > 0
          ? []
          : ofKey(encryption).flatMap((key) => [
              ...allow('kms:Decrypt', [`${arn}:kms:${key}`]),
              ...(isWriter ? allow('kms:GenerateDataKey', [`${arn}:kms:${key}`]) : []),
            ])),
      ],
    },
  };
}

/** Returns the region, the account and the name of the key of the server-side encryption. The policy of a bucket cannot grant its use. */
function ofKey(encryption: Bucket['encryption']): readonly string[] {
  if (encryption?.algorithm !== 'aws:kms' || encryption.keyId === undefined) return [];
  const {keyId} = encryption;
  if (keyId.startsWith('arn:')) return [keyId.split(':').slice(3).join(':')];
  return keyId.startsWith('alias/') ? [] : [`*:*:key/${keyId}`];
}

/** Returns the partition of a region, which is the second part of every ARN. */
function partitionOf(region: string | undefined): string {
  if (region?.startsWith('cn-') === true) return 'aws-cn';
  return region?.startsWith('us-gov-') === true ? 'aws-us-gov' : 'aws';
}

/** Returns a text of an ARN in which `*` and `$` stand for themselves. `*` would match the prefixes of others. */
const literal = (value: string): string => value.replace(/[*$]/g, '$${$&}');

/** Returns a name for a statement, which may have letters and digits only. */
const camelCase = (name: string): string => name.replace(/(?:^|-)(.)/g, (_, first: string) => first.toUpperCase());
