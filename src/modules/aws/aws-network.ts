import type {JsonObject} from '../../core/json.ts';
import type {DeclaredResource} from '../../core/module/declared-resource.ts';
import type {ModuleRequest} from '../../core/module/module.ts';
import {defined} from '../../lib/defined.ts';
import type {CloudNetworkSettings} from '../cloud-model.ts';
import {accountName, awsRef, awsResource, tagsOf} from './aws-resource.ts';

/** The network of a database or a Redis: its resources, and what the database names. */
export type AwsNetwork = {
  readonly resources: readonly DeclaredResource[];
  readonly securityGroups: readonly string[] | undefined;
  readonly subnetGroup: string | undefined;
};

/** Returns the security group and the group of subnets of a database or a Redis, as far as the platform sets them. */
export function awsNetwork(
  request: ModuleRequest<CloudNetworkSettings>,
  {port, subnetGroup}: {readonly port: number; readonly subnetGroup: string},
): AwsNetwork {
  const {name, config} = request;
  const {vpc, subnets, securityGroups = [], securityIPs = []} = config;
  const unique = accountName(request, {longest: 200, start: 'letter'});
  const tags = tagsOf(request);
  const ingress: JsonObject = {protocol: 'tcp', from_port: port, to_port: port, cidr_blocks: securityIPs};
  const group = awsResource(request, GROUP, name, {
    ...defined({vpc_id: vpc}),
    name: unique,
    description: `Clients of ${unique}`,
    // Terraform needs every attribute of a nested block that is an attribute.
    ingress: [{...ingress, ...WITHOUT}],
    tags,
  });
  const hasGroup = securityIPs.length > 0;
  const groups = [...(hasGroup ? [awsRef(GROUP, name, 'id')] : []), ...securityGroups];
  return {
    resources: [
      ...(hasGroup ? [group] : []),
      ...(subnets === undefined
        ? []
        : [awsResource(request, subnetGroup, name, {name: unique, subnet_ids: subnets, tags})]),
    ],
    securityGroups: groups.length === 0 ? undefined : groups,
    subnetGroup: subnets === undefined ? undefined : awsRef(subnetGroup, name, 'name'),
  };
}

const GROUP = 'aws_security_group';

const WITHOUT: JsonObject = {
  description: '',
  ipv6_cidr_blocks: [],
  prefix_list_ids: [],
  security_groups: [],
  self: false,
};
