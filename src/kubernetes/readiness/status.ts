export type ReadinessStatus = 'Current' | 'InProgress' | 'Failed' | 'Terminating' | 'Unknown';

/** Present while true: `Reconciling` with InProgress, `Stalled` with Failed. */
export type ReadinessCondition = {
  readonly type: 'Reconciling' | 'Stalled';
  readonly status: 'True';
  /** One CamelCase word for machines, for example `LessReplicas`. */
  readonly reason: string;
  readonly message: string;
};

export type Readiness = {
  readonly status: ReadinessStatus;
  readonly message: string;
  readonly conditions: readonly ReadinessCondition[];
};

export const current = (message: string): Readiness => ({status: 'Current', message, conditions: []});

export const terminating = (message: string): Readiness => ({status: 'Terminating', message, conditions: []});

export const unknown = (message: string): Readiness => ({status: 'Unknown', message, conditions: []});

export const inProgress = (reason: string, message: string): Readiness => ({
  status: 'InProgress',
  message,
  conditions: [{type: 'Reconciling', status: 'True', reason, message}],
});

export const failed = (reason: string, message: string): Readiness => ({
  status: 'Failed',
  message,
  conditions: [{type: 'Stalled', status: 'True', reason, message}],
});
