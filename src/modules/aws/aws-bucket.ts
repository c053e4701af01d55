import type {Generated, ModuleRequest} from '../../core/module/module.ts';
import type {CloudSettings} from '../cloud-model.ts';
import {addressPatch} from '../own-variables.ts';
import {accountName, awsRef, awsResource, tagsOf} from './aws-resource.ts';

const TYPE = 'aws_s3_bucket';

/** Returns a private bucket of S3. S3 encrypts all files. Names of buckets are global, so AWS completes the name. */
export function awsBucket(
  request: ModuleRequest<CloudSettings & {readonly versioning?: boolean | undefined}>,
): Generated {
  const {name, config} = request;
  const own = awsRef(TYPE, name, 'id');
  const values = {name: own, region: awsRef(TYPE, name, 'region')};
  return {
    resources: [
      awsResource(request, TYPE, name, {
        bucket_prefix: `${accountName(request, {longest: 36})}-`,
        tags: tagsOf(request),
      }),
      awsResource(request, 'aws_s3_bucket_public_access_block', name, {
        bucket: own,
        block_public_acls: true,
        block_public_policy: true,
        ignore_public_acls: true,
        restrict_public_buckets: true,
      }),
      awsResource(request, 'aws_s3_bucket_versioning', name, {
        bucket: own,
        versioning_configuration: [{status: config.versioning === false ? 'Suspended' : 'Enabled'}],
      }),
    ],
    patches: [addressPatch(request, values)],
    outputs: {...values, arn: awsRef(TYPE, name, 'arn')},
  };
}
