import type {AnyModule} from '../core/module/run-module.ts';
import {bucket} from '../modules/bucket.ts';
import {claim} from '../modules/claim.ts';
import {configuration} from '../modules/configuration.ts';
import {cron} from '../modules/cron.ts';
import {job} from '../modules/job.ts';
import {monitoring} from '../modules/monitoring.ts';
import {mysql} from '../modules/mysql.ts';
import {network} from '../modules/network.ts';
import {postgres} from '../modules/postgres.ts';
import {queue} from '../modules/queue.ts';
import {redis} from '../modules/redis.ts';
import {registry} from '../modules/registry.ts';
import {secret} from '../modules/secret.ts';
import {service} from '../modules/service.ts';

/** The modules that make the workload of an application. */
export const WORKLOADS = {service, job, cron} as const;

/** The built-in modules for accessories, by their names. */
export const ACCESSORIES = {
  bucket,
  claim,
  configuration,
  monitoring,
  mysql,
  network,
  postgres,
  queue,
  redis,
  registry,
  secret,
} as const;

/** All built-in modules. */
export const MODULES: Readonly<Record<string, AnyModule>> = {...WORKLOADS, ...ACCESSORIES};
