import type {Health} from '../../core/readiness/health.ts';
import type {ReadinessStatus} from './status.ts';

const HEALTH_OF: Readonly<Record<ReadinessStatus, Health>> = {
  Current: 'ready',
  InProgress: 'progressing',
  Failed: 'failed',
  Terminating: 'terminating',
  Unknown: 'unknown',
};

/** Returns the health of an object with a status of readiness. */
export const healthOf = (status: ReadinessStatus): Health => HEALTH_OF[status];
