import {z} from 'zod';

/** The fields with which a platform chooses the account and the region of a resource of a cloud. */
export const CLOUD_FIELDS = {
  cloud: z
    .enum(['aws'], {error: ({input}) => `the cloud ${JSON.stringify(input)} is not supported: use \`aws\``})
    .optional()
    .meta({description: 'The cloud. Default: `aws`.'}),
  provider: z
    .string()
    .regex(/^(?:[A-Za-z0-9.:-]+\/)?[A-Za-z0-9-]+\/aws(?:\/\d+\.\d+\.\d+)?$/, {
      error: 'must be a provider with the name aws, for example hashicorp/aws/5.100.0',
    })
    .optional()
    .meta({
      description: 'The provider and its version. Default: `hashicorp/aws`.',
      examples: ['hashicorp/aws/5.100.0'],
    }),
  providerRef: z
    .string()
    .regex(/^aws\.[A-Za-z0-9_-]+$/, {error: 'must be a named provider of the workspace, for example aws.eu'})
    .optional()
    .meta({description: 'A named provider of the workspace. Default: the credentials of its context or environment.'}),
  region: z.string().min(1).optional().meta({description: 'The region, for example `eu-west-1`.'}),
};

/** The fields with which a platform places a database or a Redis of a cloud in its network. */
export const CLOUD_NETWORK_FIELDS = {
  ...CLOUD_FIELDS,
  instanceType: z
    .string()
    .min(1)
    .optional()
    .meta({description: 'The type of the machine of the cloud, for example `db.t4g.micro`.'}),
  vpc: z.string().min(1).optional().meta({description: 'The VPC of the security group. Default: that of the account.'}),
  subnets: z
    .array(z.string().min(1))
    .min(1)
    .optional()
    .meta({description: 'The ids of the subnets. Default: those of the default VPC.'}),
  securityGroups: z.array(z.string().min(1)).optional().meta({description: 'Ids of more security groups.'}),
  securityIPs: z
    .array(z.cidrv4({error: 'must be an address range, for example 10.0.0.0/16'}))
    .optional()
    .meta({description: 'The address ranges that may connect. Default: none.', examples: [['10.0.0.0/16']]}),
};

/** The fields of a database of a cloud that only the platform sets. */
export const CLOUD_DATABASE_FIELDS = {
  ...CLOUD_NETWORK_FIELDS,
  privateRouting: z
    .boolean()
    .optional()
    .meta({description: 'False: the database has a public address. Default: true.'}),
  ...(Object.fromEntries(
    [
      ['category', 'Not supported: it has no meaning for AWS.'],
      ['subnetID', 'Not supported: use `subnets`.'],
    ].map(([name = '', description = '']) => [
      name,
      z
        .unknown()
        .refine((value) => value === undefined, {error: `\`${name}\` is not supported by this version of Gantry`})
        .optional()
        .meta({description}),
    ]),
  ) as object),
};

type Fields<T extends z.ZodRawShape> = z.infer<z.ZodObject<T>>;

/** The checked fields of a platform for a resource of a cloud. */
export type CloudSettings = Fields<typeof CLOUD_FIELDS>;

/** The same for a database or a Redis. */
export type CloudNetworkSettings = Fields<typeof CLOUD_NETWORK_FIELDS>;
