import {z} from 'zod';
import type {ModuleDefinition} from '../core/module/module-definition.ts';
import {jobObjects} from '../kubernetes/application/job-objects.ts';
import {applicationOf, factsOf} from './application-of.ts';
import {CRON_FIELDS, checkPods, JOB_FIELDS, PLATFORM_FIELDS, POD_FIELDS, Schedule} from './pod-model.ts';

const Input = z.strictObject({...POD_FIELDS, ...JOB_FIELDS, ...CRON_FIELDS, schedule: Schedule}).superRefine(checkPods);

const Platform = z.strictObject({...PLATFORM_FIELDS, ...CRON_FIELDS, backoffLimit: JOB_FIELDS.backoffLimit});

/** The module of a workload that runs again and again: a CronJob. */
export const cron: ModuleDefinition<z.infer<typeof Input>, z.infer<typeof Platform>> = {
  name: 'cron',
  version: '1',
  description: 'A workload that runs at the times of a schedule: a CronJob and its configuration.',
  input: Input,
  platform: Platform,
  generate: (request) => ({
    resources: jobObjects(request.config, applicationOf(request)),
    workload: factsOf({...request.config, apiVersion: 'batch/v1', kind: 'CronJob'}, request),
  }),
};
