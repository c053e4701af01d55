import {z} from 'zod';
import type {ModuleDefinition} from '../core/module/module-definition.ts';
import {jobObjects} from '../kubernetes/application/job-objects.ts';
import {applicationOf, factsOf} from './application-of.ts';
import {CRON_FIELDS, checkPods, JOB_FIELDS, PLATFORM_FIELDS, POD_FIELDS, Schedule} from './pod-model.ts';

const Input = z
  .strictObject({...POD_FIELDS, ...JOB_FIELDS, ...CRON_FIELDS, schedule: Schedule.optional()})
  .superRefine((job, context) => {
    checkPods(job, context);
    if (job.schedule !== undefined) return;
    for (const name of Object.keys(CRON_FIELDS) as (keyof typeof CRON_FIELDS)[])
      if (job[name] !== undefined)
        context.addIssue({code: 'custom', path: [name], message: `\`${name}\` is only for a job with a \`schedule\``});
  });

const Platform = z.strictObject({
  ...PLATFORM_FIELDS,
  backoffLimit: JOB_FIELDS.backoffLimit,
  ttlSecondsAfterFinished: JOB_FIELDS.ttlSecondsAfterFinished,
});

/** The module of a workload that runs once: a Job. With a schedule it is a CronJob, as in Kusion. */
export const job: ModuleDefinition<z.infer<typeof Input>, z.infer<typeof Platform>> = {
  name: 'job',
  version: '1',
  description: 'A workload that runs once: a Job and its configuration. With a `schedule`, a CronJob.',
  input: Input,
  platform: Platform,
  generate: (request) => {
    const {config} = request;
    const kind = config.schedule === undefined ? 'Job' : 'CronJob';
    return {
      resources: jobObjects(config, applicationOf(request)),
      workload: factsOf({...config, apiVersion: 'batch/v1', kind}, request),
    };
  },
};
