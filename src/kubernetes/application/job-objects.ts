import type {JsonObject} from '../../core/json.ts';
import {defined} from '../../lib/defined.ts';
import type {Application} from './application.ts';
import {objectOf} from './object-of.ts';
import {podsOf} from './pods.ts';
import type {JobWorkload} from './workload.ts';

/** Returns the objects of a workload that ends. The Job, or with a schedule the CronJob, is the first one. */
export function jobObjects(workload: JobWorkload, application: Application): readonly JsonObject[] {
  const {labels, annotations, backoffLimit, completions, parallelism} = workload;
  const {activeDeadlineSeconds, ttlSecondsAfterFinished} = workload;
  const {schedule, timeZone, concurrencyPolicy, suspend, startingDeadlineSeconds} = workload;
  const {successfulJobsHistoryLimit, failedJobsHistoryLimit} = workload;
  const pods = podsOf(workload, application, {restartPolicy: 'Never'});
  const spec = defined({
    backoffLimit,
    completions,
    parallelism,
    activeDeadlineSeconds,
    ttlSecondsAfterFinished,
    template: pods.template,
  });
  const head = {apiVersion: 'batch/v1', name: application.name, labels, annotations};
  const job =
    schedule === undefined
      ? objectOf({...head, kind: 'Job'}, application, {spec})
      : objectOf({...head, kind: 'CronJob'}, application, {
          spec: defined({
            schedule,
            timeZone,
            concurrencyPolicy,
            suspend,
            startingDeadlineSeconds,
            successfulJobsHistoryLimit,
            failedJobsHistoryLimit,
            jobTemplate: {spec},
          }),
        });
  return [job, ...pods.objects];
}
