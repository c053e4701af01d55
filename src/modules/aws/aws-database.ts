import type {Generated, ModuleRequest} from '../../core/module/module.ts';
import {ModuleFault} from '../../core/module/module-fault.ts';
import {compareQuantities, NO_QUANTITY, quantityOf} from '../../kubernetes/fields/quantity.ts';
import {defined} from '../../lib/defined.ts';
import type {CloudNetworkSettings} from '../cloud-model.ts';
import {plainName, sizeOf, variablesPatch} from '../database-model.ts';
import {awsNetwork} from './aws-network.ts';
import {awsPassword} from './aws-password.ts';
import {accountName, awsRef, awsResource, tagsOf} from './aws-resource.ts';

/** The fields of a database of a cloud. */
export type CloudDatabase = CloudNetworkSettings & {
  readonly version?: string | undefined;
  readonly size?: string | number | undefined;
  readonly resources?: unknown;
  readonly username?: string | undefined;
  readonly database?: string | undefined;
  readonly privateRouting?: boolean | undefined;
};

/** The engine of a database. */
export type Engine = {readonly engine: 'postgres' | 'mysql'; readonly version: string; readonly port: number};

const TYPE = 'aws_db_instance';

/** Returns a database of RDS, with its password in a Secret of the stack. */
export function awsDatabase(request: ModuleRequest<CloudDatabase>, {engine, port, version: usual}: Engine): Generated {
  const {name, application, config} = request;
  const plain = plainName(application).replace(/^_/, 'db_');
  const {version = usual, username = plain, database = plain} = config;
  if (config.resources !== undefined)
    throw new ModuleFault('`resources` is only for databases in the cluster', 'Set `instanceType` in the workspace.');
  const password = awsPassword(request, 24);
  const network = awsNetwork(request, {port, subnetGroup: 'aws_db_subnet_group'});
  const instance = awsResource(request, TYPE, name, {
    ...defined({vpc_security_group_ids: network.securityGroups, db_subnet_group_name: network.subnetGroup}),
    identifier: accountName(request, {longest: 63, start: 'letter'}),
    engine,
    engine_version: version,
    instance_class: config.instanceType ?? 'db.t4g.micro',
    allocated_storage: gibibytes(sizeOf(config.size)),
    storage_encrypted: true,
    db_name: database,
    username,
    password: password.reference,
    publicly_accessible: config.privateRouting === false,
    backup_retention_period: 7,
    // The automated backups stay after a deletion. A last snapshot has one fixed name, so a second deletion would fail.
    delete_automated_backups: false,
    skip_final_snapshot: true,
    copy_tags_to_snapshot: true,
    tags: tagsOf(request),
  });
  const host = awsRef(TYPE, name, 'address');
  const values = {host, port, database, username};
  return {
    resources: [password.secret, ...network.resources, instance],
    patches: [variablesPatch(request, name, values)],
    outputs: {...values, secret: name, password: `secret://${name}/password`},
  };
}

/** The size in GiB of the largest database of AWS. */
const LARGEST = 65_536;

/** Returns a size in whole GiB, rounded up. */
function gibibytes(size: string): number {
  const wanted = quantityOf(size) ?? NO_QUANTITY;
  const isEnough = (whole: number): boolean => compareQuantities(quantityOf(`${whole}Gi`) ?? NO_QUANTITY, wanted) >= 0;
  return Array.from({length: LARGEST}, (_, index) => index + 1).find(isEnough) ?? LARGEST;
}
