import type {KindRules} from '../model/rules.ts';
import {AUTOSCALER} from './workloads/autoscaler.ts';
import {CONTROLLER_REVISION} from './workloads/controller-revision.ts';
import {CRON_JOB} from './workloads/cron-job.ts';
import {DAEMON_SET} from './workloads/daemon-set.ts';
import {DEPLOYMENT, REPLICA_SET} from './workloads/deployment.ts';
import {JOB} from './workloads/job.ts';
import {POD, POD_TEMPLATE} from './workloads/pod.ts';
import {POD_DISRUPTION_BUDGET} from './workloads/pod-disruption-budget.ts';
import {REPLICATION_CONTROLLER} from './workloads/replication-controller.ts';
import {STATEFUL_SET} from './workloads/stateful-set.ts';
import {
  scheduleWarnings,
  statefulSetWarnings,
  warningsForPod,
  warningsForTemplate,
} from './workloads/template-warnings.ts';

const TEMPLATE = ['spec', 'template', 'spec'];
const named = {warnings: warningsForTemplate(TEMPLATE, {named: true})};

/** Rules of the kinds that run Pods or configure how they run. */
export const WORKLOAD_RULES: Readonly<Record<string, KindRules>> = {
  Pod: {...POD, warnings: warningsForPod},
  PodTemplate: {...POD_TEMPLATE, warnings: warningsForTemplate(['template', 'spec'])},
  ReplicationController: {...REPLICATION_CONTROLLER, ...named},
  'Deployment.apps': {...DEPLOYMENT, ...named},
  'ReplicaSet.apps': {...REPLICA_SET, ...named},
  'StatefulSet.apps': {...STATEFUL_SET, warnings: warningsForTemplate(TEMPLATE, {more: statefulSetWarnings})},
  'DaemonSet.apps': {...DAEMON_SET, warnings: warningsForTemplate(TEMPLATE)},
  'ControllerRevision.apps': CONTROLLER_REVISION,
  'Job.batch': {...JOB, ...named},
  'CronJob.batch': {
    ...CRON_JOB,
    warnings: warningsForTemplate(['spec', 'jobTemplate', ...TEMPLATE], {named: true, more: scheduleWarnings}),
  },
  'PodDisruptionBudget.policy': POD_DISRUPTION_BUDGET,
  'HorizontalPodAutoscaler.autoscaling': AUTOSCALER,
};
