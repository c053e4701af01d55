import {PROOF_PREFIX, rootsWith} from '../../../core/backend/access-rules.ts';
import {GantryError} from '../../../core/failure/failure.ts';
import type {JsonObject} from '../../../core/json.ts';
import {defined} from '../../../lib/defined.ts';
import type {GrantRequest, Grants} from '../../../ports/backend-access.ts';
import type {Bucket} from './oss-config.ts';

/** Returns a policy of RAM for a user or a role; with users, a bucket policy. @throws GantryError input/usage for a prefix with a wildcard */
export function ramPolicy(
  {bucket, prefix}: Pick<Bucket, 'bucket' | 'prefix'>,
  {rules, subjects}: GrantRequest,
): Grants {
  if (prefix !== undefined && /[*?]/.test(prefix)) throw wildcard(prefix);
  const root = prefix === undefined ? '' : `${prefix}/`;
  const below = (roots: readonly string[]): readonly string[] =>
    roots.map((one) => `acs:oss:*:*:${bucket}/${root}${one}*`);
  const written = rootsWith(rules, 'write', 'delete');
  const proof = written.length > 0 ? [PROOF_PREFIX] : [];
  const allow = (action: string, resource: readonly string[]): readonly JsonObject[] =>
    resource.length === 0
      ? []
      : [
          {
            Effect: 'Allow',
            ...defined({Principal: subjects.length === 0 ? undefined : subjects}),
            Action: action,
            Resource: resource,
          },
        ];
  return {
    form: 'policy',
    policy: {
      Version: '1',
      Statement: [
        ...allow('oss:ListObjects', [`acs:oss:*:*:${bucket}`]),
        ...allow('oss:GetObject', below([...rootsWith(rules, 'read'), ...proof])),
        // Each write creates the next version of a key, and deletes the one before. So does a deletion.
        ...allow('oss:PutObject', below([...written, ...proof])),
        ...allow('oss:DeleteObject', below([...written, ...proof])),
        ...(written.length > 0 ? allow('oss:GetBucketVersioning', [`acs:oss:*:*:${bucket}`]) : []),
      ],
    },
  };
}

/** RAM has no way to write these characters literally. */
const wildcard = (prefix: string): GantryError =>
  new GantryError({
    code: 'input/usage',
    message: `the prefix ${prefix} contains a wildcard of RAM, so a policy would also permit other prefixes`,
    hint: 'Use a prefix without * and ?, or write the policy yourself.',
  });
