import type {Generated, ModuleRequest} from '../../core/module/module.ts';
import {ModuleFault} from '../../core/module/module-fault.ts';
import {defined} from '../../lib/defined.ts';
import type {CloudNetworkSettings} from '../cloud-model.ts';
import {variablesPatch} from '../database-model.ts';
import {awsNetwork} from './aws-network.ts';
import {awsPassword} from './aws-password.ts';
import {accountName, awsRef, awsResource, tagsOf} from './aws-resource.ts';

type CloudRedis = CloudNetworkSettings & {
  readonly version?: string | undefined;
  readonly size?: unknown;
  readonly resources?: unknown;
};

const TYPE = 'aws_elasticache_replication_group';
const PORT = 6379;

/** Returns a Redis of ElastiCache, which accepts only connections with TLS and the password. */
export function awsRedis(request: ModuleRequest<CloudRedis>): Generated {
  const {name, config} = request;
  const local = (['size', 'resources'] as const).find((field) => config[field] !== undefined);
  if (local !== undefined)
    throw new ModuleFault(`\`${local}\` is only for a Redis in the cluster`, 'Set `instanceType` in the workspace.');
  // ElastiCache needs at least 16 characters.
  const password = awsPassword(request, 32);
  const network = awsNetwork(request, {port: PORT, subnetGroup: 'aws_elasticache_subnet_group'});
  const group = awsResource(request, TYPE, name, {
    ...defined({security_group_ids: network.securityGroups, subnet_group_name: network.subnetGroup}),
    replication_group_id: accountName(request, {longest: 40, start: 'letter'}),
    description: accountName(request, {longest: 200}),
    engine: 'redis',
    engine_version: config.version ?? '7.1',
    node_type: config.instanceType ?? 'cache.t4g.micro',
    num_cache_clusters: 1,
    port: PORT,
    auth_token: password.reference,
    transit_encryption_enabled: true,
    at_rest_encryption_enabled: true,
    tags: tagsOf(request),
  });
  const values = {host: awsRef(TYPE, name, 'primary_endpoint_address'), port: PORT, tls: 'true'};
  return {
    resources: [password.secret, ...network.resources, group],
    patches: [variablesPatch(request, name, values)],
    outputs: {...values, secret: name, password: `secret://${name}/password`},
  };
}
