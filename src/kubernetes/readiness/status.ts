/** The status values of kstatus. */
export type ReadinessStatus = 'Current' | 'InProgress' | 'Failed' | 'Terminating' | 'Unknown';

/** A condition that kstatus computes; present while true: `Reconciling` with InProgress, `Stalled` with Failed. */
export type ReadinessCondition = {
  readonly type: 'Reconciling' | 'Stalled';
  readonly status: 'True';
  /** A CamelCase word for machines, for example `LessReplicas`. */
  readonly reason: string;
  readonly message: string;
};

/** The status of an object, with a message and the conditions that kstatus computes. */
export type Readiness = {
  readonly status: ReadinessStatus;
  readonly message: string;
  readonly conditions: readonly ReadinessCondition[];
};

/** Returns the readiness of an object that matches its spec. */
export const current = (message: string): Readiness => ({status: 'Current', message, conditions: []});

/** Returns the readiness of an object that is being deleted. */
export const terminating = (message: string): Readiness => ({status: 'Terminating', message, conditions: []});

/** Returns the readiness of an object that cannot be judged. */
export const unknown = (message: string): Readiness => ({status: 'Unknown', message, conditions: []});

/** Returns the readiness of an object that its controller is still reconciling. */
export const inProgress = (reason: string, message: string): Readiness => ({
  status: 'InProgress',
  message,
  conditions: [{type: 'Reconciling', status: 'True', reason, message}],
});

/** Returns the readiness of an object that will not become current without a change. */
export const failed = (reason: string, message: string): Readiness => ({
  status: 'Failed',
  message,
  conditions: [{type: 'Stalled', status: 'True', reason, message}],
});
