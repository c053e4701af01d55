import type {RunPhase} from '../../core/event.ts';

/** What a phase does. */
export const PHASE: Readonly<Record<RunPhase, string>> = {
  build: 'building what is wanted',
  read: 'reaching the cluster',
  plan: 'comparing with the cluster',
  apply: 'applying',
  record: 'recording the release',
  wait: 'waiting',
};
