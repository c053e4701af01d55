import type {KindRules} from '../model/rules.ts';
import {AUTOSCALER} from './workloads/autoscaler.ts';
import {CONTROLLER_REVISION} from './workloads/controller-revision.ts';
import {CRON_JOB} from './workloads/cron-job.ts';
import {DAEMON_SET} from './workloads/daemon-set.ts';
import {DEPLOYMENT, REPLICA_SET} from './workloads/deployment.ts';
import {JOB} from './workloads/job.ts';
import {POD, POD_TEMPLATE} from './workloads/pod.ts';
import {POD_DISRUPTION_BUDGET} from './workloads/pod-disruption-budget.ts';
import {podWarnings} from './workloads/pod-warnings.ts';
import {REPLICATION_CONTROLLER} from './workloads/replication-controller.ts';
import {STATEFUL_SET} from './workloads/stateful-set.ts';

/** What the server does to everything that runs Pods, or says how they run. */
export const WORKLOAD_RULES: Readonly<Record<string, KindRules>> = {
  Pod: {...POD, warnings: podWarnings('spec')},
  PodTemplate: POD_TEMPLATE,
  ReplicationController: {...REPLICATION_CONTROLLER, warnings: podWarnings('spec', 'template', 'spec')},
  'Deployment.apps': {...DEPLOYMENT, warnings: podWarnings('spec', 'template', 'spec')},
  'ReplicaSet.apps': {...REPLICA_SET, warnings: podWarnings('spec', 'template', 'spec')},
  'StatefulSet.apps': {...STATEFUL_SET, warnings: podWarnings('spec', 'template', 'spec')},
  'DaemonSet.apps': {...DAEMON_SET, warnings: podWarnings('spec', 'template', 'spec')},
  'ControllerRevision.apps': CONTROLLER_REVISION,
  'Job.batch': {...JOB, warnings: podWarnings('spec', 'template', 'spec')},
  'CronJob.batch': {...CRON_JOB, warnings: podWarnings('spec', 'jobTemplate', 'spec', 'template', 'spec')},
  'PodDisruptionBudget.policy': POD_DISRUPTION_BUDGET,
  'HorizontalPodAutoscaler.autoscaling': AUTOSCALER,
};
