import {AGE, type Heading, NAME, TEMPLATE} from './heading.ts';

/** As Kubernetes 1.34 sends them; the texts are those of its API reference. */
export const WORKLOAD_HEADINGS: Readonly<Record<string, readonly Heading[]>> = {
  'ControllerRevision.apps': [
    NAME,
    ['Controller', 'Controller of the object'],
    ['Revision', 'revision indicates the revision of the state represented by Data.'],
    AGE,
  ],
  'CronJob.batch': [
    NAME,
    ['Schedule', 'The schedule in Cron format, see https://en.wikipedia.org/wiki/Cron.'],
    [
      'Timezone',
      'The time zone name for the given schedule, see https://en.wikipedia.org/wiki/List_of_tz_database_time_zones. If not specified, this will default to the time zone of the kube-controller-manager process. The set of valid time zone names and the time zone offset is loaded from the system-wide time zone database by the API server during CronJob validation and the controller manager during execution. If no system-wide time zone database can be found a bundled version of the database is used instead. If the time zone name becomes invalid during the lifetime of a CronJob or due to a change in host configuration, the controller will stop creating new new Jobs and will create a system event with the reason UnknownTimeZone. More information can be found in https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/#time-zones',
    ],
    [
      'Suspend',
      'This flag tells the controller to suspend subsequent executions, it does not apply to already started executions.  Defaults to false.',
      {type: 'boolean'},
    ],
    ['Active', 'A list of pointers to currently running jobs.', {type: 'integer'}],
    ['Last Schedule', 'Information when was the last time the job was successfully scheduled.'],
    AGE,
    ...TEMPLATE,
    [
      'Selector',
      'A label query over pods that should match the pod count. Normally, the system sets this field for you. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors',
      {priority: 1},
    ],
  ],
  'DaemonSet.apps': [
    NAME,
    [
      'Desired',
      'The total number of nodes that should be running the daemon pod (including nodes correctly running the daemon pod). More info: https://kubernetes.io/docs/concepts/workloads/controllers/daemonset/',
      {type: 'integer'},
    ],
    [
      'Current',
      'The number of nodes that are running at least 1 daemon pod and are supposed to run the daemon pod. More info: https://kubernetes.io/docs/concepts/workloads/controllers/daemonset/',
      {type: 'integer'},
    ],
    [
      'Ready',
      'The number of nodes that should be running the daemon pod and have one or more of the daemon pod running and ready.',
      {type: 'integer'},
    ],
    ['Up-to-date', 'The total number of nodes that are running updated daemon pod', {type: 'integer'}],
    [
      'Available',
      'The number of nodes that should be running the daemon pod and have one or more of the daemon pod running and available (ready for at least spec.minReadySeconds)',
      {type: 'integer'},
    ],
    [
      'Node Selector',
      "NodeSelector is a selector which must be true for the pod to fit on a node. Selector which must match a node's labels for the pod to be scheduled on that node. More info: https://kubernetes.io/docs/concepts/configuration/assign-pod-node/",
    ],
    AGE,
    ...TEMPLATE,
    [
      'Selector',
      'A label query over pods that are managed by the daemon set. Must match in order to be controlled. If empty, defaulted to labels on Pod template. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors',
      {priority: 1},
    ],
  ],
  'Deployment.apps': [
    NAME,
    ['Ready', 'Number of the pod with ready state'],
    [
      'Up-to-date',
      'Total number of non-terminating pods targeted by this deployment that have the desired template spec.',
    ],
    [
      'Available',
      'Total number of available non-terminating pods (ready for at least minReadySeconds) targeted by this deployment.',
    ],
    AGE,
    ...TEMPLATE,
    [
      'Selector',
      'Label selector for pods. Existing ReplicaSets whose pods are selected by this will be the ones affected by this deployment.',
      {priority: 1},
    ],
  ],
  'Job.batch': [
    NAME,
    ['Status', 'Status of the job.'],
    [
      'Completions',
      'The number of pods which reached phase Succeeded. The value increases monotonically for a given spec. However, it may decrease in reaction to scale down of elastic indexed jobs.',
    ],
    ['Duration', 'Time required to complete the job.'],
    AGE,
    ...TEMPLATE,
    [
      'Selector',
      'A label query over pods that should match the pod count. Normally, the system sets this field for you. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors',
      {priority: 1},
    ],
  ],
  'PodDisruptionBudget.policy': [
    NAME,
    ['Min Available', 'The minimum number of pods that must be available.'],
    ['Max Unavailable', 'The maximum number of pods that may be unavailable.'],
    ['Allowed Disruptions', 'Calculated number of pods that may be disrupted at this time.', {type: 'integer'}],
    AGE,
  ],
  PodTemplate: [
    NAME,
    ['Containers', 'Names of each container in the template.'],
    ['Images', 'Images referenced by each container in the template.'],
    ['Pod Labels', 'The labels for the pod template.'],
  ],
  'ReplicaSet.apps': [
    NAME,
    [
      'Desired',
      'Replicas is the number of desired pods. This is a pointer to distinguish between explicit zero and unspecified. Defaults to 1. More info: https://kubernetes.io/docs/concepts/workloads/controllers/replicaset',
      {type: 'integer'},
    ],
    [
      'Current',
      'Replicas is the most recently observed number of non-terminating pods. More info: https://kubernetes.io/docs/concepts/workloads/controllers/replicaset',
      {type: 'integer'},
    ],
    [
      'Ready',
      'The number of non-terminating pods targeted by this ReplicaSet with a Ready Condition.',
      {type: 'integer'},
    ],
    AGE,
    ...TEMPLATE,
    [
      'Selector',
      'Selector is a label query over pods that should match the replica count. If the selector is empty, it is defaulted to the labels present on the pod template. Label keys and values that must match in order to be controlled by this replica set. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors',
      {priority: 1},
    ],
  ],
  ReplicationController: [
    NAME,
    [
      'Desired',
      'Replicas is the number of desired replicas. This is a pointer to distinguish between explicit zero and unspecified. Defaults to 1. More info: https://kubernetes.io/docs/concepts/workloads/controllers/replicationcontroller#what-is-a-replicationcontroller',
      {type: 'integer'},
    ],
    [
      'Current',
      'Replicas is the most recently observed number of replicas. More info: https://kubernetes.io/docs/concepts/workloads/controllers/replicationcontroller#what-is-a-replicationcontroller',
      {type: 'integer'},
    ],
    ['Ready', 'The number of ready replicas for this replication controller.', {type: 'integer'}],
    AGE,
    ...TEMPLATE,
    [
      'Selector',
      'Selector is a label query over pods that should match the Replicas count. If Selector is empty, it is defaulted to the labels present on the Pod template. Label keys and values that must match in order to be controlled by this replication controller, if empty defaulted to labels on Pod template. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors',
      {priority: 1},
    ],
  ],
  'StatefulSet.apps': [NAME, ['Ready', 'Number of the pod with ready state'], AGE, ...TEMPLATE],
};
