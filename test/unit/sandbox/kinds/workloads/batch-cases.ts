import type {Case} from './cases.ts';

const job = (name: string, set: Case['set'] = {}): Case => ({name, of: 'job', set});
const cron = (name: string, set: Case['set'] = {}): Case => ({name, of: 'cronJob', set});

/** Returns a case with a suspended Job, so that no pods are created during the measurement. */
const update = (name: string, set: NonNullable<Case['set']>, from: Case['set'] = {}): Case => ({
  name,
  of: 'job',
  from: {'spec.suspend': true, ...from},
  set,
});

const JOBS: readonly Case[] = [
  job('a plain one'),
  job('only completions', {'spec.completions': 3}),
  job('only parallelism', {'spec.parallelism': 3}),
  job('indexed', {'spec.completionMode': 'Indexed', 'spec.completions': 2, 'spec.backoffLimitPerIndex': 1}),
  job('labels of the template', {'spec.template.metadata.labels': {app: 'x'}}),
  job('labels of its own that are those of its template', {
    'metadata.labels': {app: 'x'},
    'spec.template.metadata.labels': {app: 'x'},
  }),
  job('a policy of failures', {
    'spec.podFailurePolicy': {
      rules: [
        {action: 'Ignore', onPodConditions: [{type: 'DisruptionTarget'}]},
        {action: 'FailJob', onExitCodes: {operator: 'In', values: [1, 2]}},
      ],
    },
  }),
  job('its own selector', {
    'spec.manualSelector': true,
    'spec.selector': {matchLabels: {app: 'x'}},
    'spec.template.metadata.labels': {app: 'x'},
  }),
  job('its own selector, which is not there', {'spec.manualSelector': true}),
  job('a selector that it may not have', {'spec.selector': {matchLabels: {app: 'x'}}}),
  job('restarted always', {'spec.template.spec.restartPolicy': undefined}),
  job('a bad restart policy', {'spec.template.spec.restartPolicy': 'Maybe'}),
  job('a policy of failures with restarts', {
    'spec.template.spec.restartPolicy': 'OnFailure',
    'spec.podFailurePolicy': {rules: [{action: 'FailJob', onExitCodes: {operator: 'In', values: [1]}}]},
  }),
  job('policies of failures that are wrong', {
    'spec.podReplacementPolicy': 'TerminatingOrFailed',
    'spec.podFailurePolicy': {
      rules: [
        {action: 'Maybe', onExitCodes: {operator: 'Is', values: [2, 1, 1], containerName: 'x'}},
        {
          action: 'FailIndex',
          onExitCodes: {operator: 'In', values: [0]},
          onPodConditions: [{type: 'a b', status: 'X'}],
        },
        {action: 'Count'},
        {onExitCodes: {operator: 'In', values: []}},
      ],
    },
  }),
  job('a policy of success without indexes', {'spec.successPolicy': {rules: [{succeededCount: 1}]}}),
  job('policies of success that are wrong', {
    'spec.completionMode': 'Indexed',
    'spec.completions': 3,
    'spec.successPolicy': {
      rules: [
        {},
        {succeededCount: 9},
        {succeededIndexes: '0-2-3'},
        {succeededIndexes: '2,1'},
        {succeededIndexes: '7'},
        {succeededIndexes: '0-1', succeededCount: 3},
      ],
    },
  }),
  job('negative numbers', {
    'spec.parallelism': -1,
    'spec.completions': -1,
    'spec.backoffLimit': -1,
    'spec.activeDeadlineSeconds': -1,
    'spec.ttlSecondsAfterFinished': -1,
  }),
  job('bad modes', {'spec.completionMode': 'X', 'spec.podReplacementPolicy': 'Y'}),
  job('indexed without completions', {'spec.completionMode': 'Indexed', 'spec.parallelism': 100_001}),
  job('limits by index without indexes', {'spec.backoffLimitPerIndex': 1, 'spec.maxFailedIndexes': 1}),
  job('failed indexes without a limit', {
    'spec.maxFailedIndexes': 9,
    'spec.completions': 3,
    'spec.completionMode': 'Indexed',
  }),
  job('managed by somebody', {'spec.managedBy': 'example.com/x'}),
  job('managed by nobody', {'spec.managedBy': 'nobody'}),
  job('labels that are its server’s', {
    'spec.template.metadata.labels': {'batch.kubernetes.io/job-name': 'x', 'controller-uid': 'y'},
  }),
  job('no containers', {'spec.template.spec.containers': []}),
  update('a new image', {'spec.template.spec.containers.0.image': 'busybox:2'}),
  update(
    'another name of its container',
    {'spec.template.spec.containers.0.name': 'other'},
    {'spec.suspend': false, 'spec.parallelism': 0},
  ),
  update('more at once', {'spec.parallelism': 3}),
  update('more completions', {'spec.completions': 3}),
  update('another number of tries', {'spec.backoffLimit': 3}),
  update('another mode', {'spec.completionMode': 'Indexed', 'spec.completions': 1}),
  update('another node while it is suspended', {'spec.template.spec.nodeSelector': {a: 'b'}}),
  update(
    'completions of an indexed one',
    {'spec.completions': 3},
    {'spec.completionMode': 'Indexed', 'spec.completions': 2, 'spec.parallelism': 2},
  ),
  update('another policy of failures', {
    'spec.podFailurePolicy': {rules: [{action: 'FailJob', onExitCodes: {operator: 'In', values: [1]}}]},
  }),
  update('another manager', {'spec.managedBy': 'example.com/y'}, {'spec.managedBy': 'example.com/x'}),
];

const CRON_JOBS: readonly Case[] = [
  cron('a plain one'),
  cron('a time zone', {'spec.timeZone': 'Europe/Berlin'}),
  cron('every hour by name', {'spec.schedule': '@hourly'}),
  cron('every now and then', {'spec.schedule': '@every 5m'}),
  cron('names of days and months', {'spec.schedule': '0 0 1-7 JAN-MAR,6 MON-FRI'}),
  cron('no schedule', {'spec.schedule': undefined}),
  ...[
    'nonsense',
    '* * * *',
    '60 * * * *',
    '* 24 * * *',
    '* * 0 * *',
    '* * * 13 *',
    '* * * * 8',
    '*/0 * * * *',
    '5-1 * * * *',
    'a * * * *',
    '@never',
    '@every x',
    '1-2-3 * * * *',
    '*/2/3 * * * *',
    '* * * * * *',
    'TZ=UTC * * * * *',
    '-1 * * * *',
    '@every 5',
  ].map((schedule) => cron(`the schedule ${schedule}`, {'spec.schedule': schedule})),
  cron('a bad time zone', {'spec.timeZone': 'Mars/Base'}),
  cron('a time zone that is none', {'spec.timeZone': 'a//b'}),
  cron('the local time zone', {'spec.timeZone': 'Local'}),
  cron('an empty time zone', {'spec.timeZone': ''}),
  cron('a bad policy and negative numbers', {
    'spec.concurrencyPolicy': 'X',
    'spec.startingDeadlineSeconds': -1,
    'spec.successfulJobsHistoryLimit': -1,
    'spec.failedJobsHistoryLimit': -1,
  }),
  cron('a job with a selector', {
    'spec.jobTemplate.spec.selector': {matchLabels: {a: 'b'}},
    'spec.jobTemplate.spec.manualSelector': true,
  }),
  cron('a job that restarts', {'spec.jobTemplate.spec.template.spec.restartPolicy': 'Always'}),
  cron('a name that leaves no room', {'metadata.name': 'a'.repeat(53)}),
  {name: 'a new schedule', of: 'cronJob', from: {'spec.suspend': true}, set: {'spec.schedule': '0 0 * * *'}},
  {name: 'a bad new schedule', of: 'cronJob', from: {'spec.suspend': true}, set: {'spec.schedule': 'x'}},
];

export const BATCH_CASES: readonly Case[] = [...JOBS, ...CRON_JOBS];
